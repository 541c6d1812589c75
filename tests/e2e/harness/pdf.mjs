// PDF documents as small as they come: a line of text on each page.

/** A document of these pages. */
export function documentOf(pages, { title, author } = {}) {
	const count = pages.length;
	const page = (at) => 4 + 2 * at;
	const objects = [
		`<< /Type /Catalog /Pages 2 0 R >>`,
		`<< /Type /Pages /Count ${count} /Kids [${pages.map((_, at) => `${page(at)} 0 R`).join(" ")}] >>`,
		`<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>`,
	];
	for (const [at, text] of pages.entries()) {
		const stream = `BT /F1 14 Tf 72 720 Td (${text.replaceAll(/[()\\]/g, "\\$&")}) Tj ET`;
		objects.push(
			`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${page(at) + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
			`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
		);
	}
	objects.push(`<< /Title (${title ?? ""}) /Author (${author ?? ""}) >>`);
	return assembled(objects, `/Info ${objects.length} 0 R`);
}

function assembled(objects, more) {
	let text = "%PDF-1.7\n";
	const offsets = objects.map((object, at) => {
		const offset = text.length;
		text += `${at + 1} 0 obj\n${object}\nendobj\n`;
		return offset;
	});
	const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
	text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${more} >>\nstartxref\n${text.length}\n%%EOF\n`;
	return Buffer.from(text, "latin1");
}
