/** mulberry32: the same believable data on every run, so that screenshots and tests can be compared. */
export function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

export function pick<T>(random: () => number, from: readonly T[]): T {
	const chosen = from[Math.floor(random() * from.length)];
	if (chosen === undefined) throw new Error("picked from an empty list");
	return chosen;
}

/** A UUID-shaped id from a counter. */
export function fakeId(kind: number, serial: number): string {
	return `0193a000-000${kind}-7000-8000-${serial.toString(16).padStart(12, "0")}`;
}

export function fakeHash(text: string): string {
	let hash = 0x811c9dc5;
	for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
	return Array.from({ length: 8 }, (_, i) =>
		(Math.imul(hash ^ i, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0"),
	).join("");
}
