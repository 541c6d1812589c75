import { create } from "zustand";

/** The address that the analyst pressed and has not yet decided about. */
export const useLink = create<{ url: string | null }>()(() => ({ url: null }));

interface Address {
	before: string;
	/** The host that would be asked: the part that a reader has to look at. */
	host: string;
	after: string;
}

/** An address as it will be opened: a host in foreign letters is written as the network writes it. */
export function addressOf(url: string): Address {
	if (!URL.canParse(url)) return { before: url, host: "", after: "" };
	const { href, protocol, host: named, pathname } = new URL(url);
	const isMail = protocol === "mailto:";
	const host = isMail ? pathname.slice(pathname.lastIndexOf("@") + 1) : named;
	const start = isMail ? protocol.length + pathname.lastIndexOf("@") + 1 : afterUser(href);
	return { before: href.slice(0, start), host, after: href.slice(start + host.length) };
}

/** A name before the host may look like a host: "https://bank.example@evil.example". */
function afterUser(whole: string): number {
	const start = whole.indexOf("//") + 2;
	const end = whole.indexOf("/", start);
	const authority = whole.slice(start, end < 0 ? undefined : end);
	return start + authority.lastIndexOf("@") + 1;
}
