// Ways for a page to reach the network, each as a script that gets the address to reach and a place to put elements.
//
// `leaves` marks those that take the page away, `click` those that need an analyst's click, `connects` those that open a
// connection before any policy is asked, and `silent` those that the engine here does not act on even when nothing
// stops it, kept because another platform's may.

import { until } from "./webdriver.mjs";

const markup = (html) => `at.insertAdjacentHTML("beforeend", ${JSON.stringify(html)}.replaceAll("URL", url))`;
/** Elements that are made by a parser inside a frame or by a script behave differently from inserted markup. */
const element = (tag, attributes) =>
	`const e = document.createElement("${tag}"); for (const [k, v] of Object.entries(${JSON.stringify(attributes)})) e.setAttribute(k, v.replaceAll("URL", url)); at.append(e);`;
const rule = (css) => `const s = document.createElement("style"); s.textContent = ${JSON.stringify(css)}.replaceAll("URL", url); at.append(s);`;
const follow = (attributes) => `${element("a", attributes)} e.textContent = "x"; e.click();`;

export const leaks = {
	"img": { script: markup('<img src="URL">') },
	"img-srcset": { script: markup('<img srcset="URL 1x">') },
	"picture": { script: markup('<picture><source srcset="URL"><img></picture>') },
	"image-object": { script: "new Image().src = url" },
	"input-image": { script: markup('<input type="image" src="URL">') },
	"svg-image": { script: markup('<svg width="9" height="9"><image href="URL" width="9" height="9"/></svg>') },
	"svg-use": { script: markup('<svg><use href="URL#x"/></svg>'), silent: true },
	"svg-feimage": { script: markup('<svg width="9" height="9"><filter id="f"><feImage href="URL"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>') },
	"css-background": { script: rule("body { background-image: url(URL) }") },
	"css-import": { script: rule("@import url(URL);") },
	"css-font": { script: `${rule("@font-face { font-family: leak; src: url(URL) } .leak { font-family: leak }")}; ${markup('<p class="leak">x</p>')}` },
	"css-inline": { script: markup('<p style="background-image: url(URL)">x</p>') },
	"css-object-model": { script: "at.style.backgroundImage = 'url(' + url + ')'" },
	"css-cursor": { script: "at.style.cursor = 'url(' + url + '), auto'", silent: true },
	"css-list-style": { script: markup('<ul><li style="list-style-image: url(URL)">x</li></ul>') },
	"css-mask": { script: "at.style.webkitMaskImage = 'url(' + url + ')'" },
	"css-sheet": { script: "document.adoptedStyleSheets = [Object.assign(new CSSStyleSheet(), {})]; document.adoptedStyleSheets[0].replaceSync('body { border-image-source: url(' + url + '); border: 3px solid; border-image-slice: 3 }')", silent: true },
	"font-face": { script: "new FontFace('leak', 'url(' + url + ')').load()" },
	"link-stylesheet": { script: element("link", { rel: "stylesheet", href: "URL" }) },
	"link-icon": { script: element("link", { rel: "icon", href: "URL" }), silent: true },
	"link-preload": { script: element("link", { rel: "preload", as: "image", href: "URL" }) },
	"link-modulepreload": { script: element("link", { rel: "modulepreload", href: "URL" }) },
	"link-prefetch": { script: element("link", { rel: "prefetch", href: "URL" }), silent: true },
	"link-preconnect": { script: element("link", { rel: "preconnect", href: "URL" }), connects: true },
	"link-dns-prefetch": { script: element("link", { rel: "dns-prefetch", href: "URL" }), silent: true },
	"link-prerender": { script: element("link", { rel: "prerender", href: "URL" }), silent: true },
	"link-manifest": { script: element("link", { rel: "manifest", href: "URL" }), silent: true },
	"script": { script: element("script", { src: "URL" }) },
	"module-script": { script: element("script", { type: "module", src: "URL" }) },
	"import": { script: "import(url).catch(() => {})" },
	"worker": { script: "new Worker(URL.createObjectURL(new Blob(['fetch(' + JSON.stringify(url) + ')'])))" },
	"shared-worker": { script: "new SharedWorker(url)", silent: true },
	"service-worker": { script: "navigator.serviceWorker.register(url)", silent: true },
	"worklet": { script: "new AudioContext().audioWorklet.addModule(url)" },
	"iframe": { script: element("iframe", { src: "URL" }) },
	"iframe-srcdoc": { script: element("iframe", { srcdoc: '<img src="URL">' }) },
	"iframe-javascript": { script: element("iframe", { src: "javascript:fetch('URL')" }) },
	"object": { script: element("object", { data: "URL", type: "text/html" }) },
	"embed": { script: element("embed", { src: "URL", type: "text/html" }) },
	"video": { script: element("video", { src: "URL", preload: "auto" }) },
	"video-poster": { script: element("video", { poster: "URL" }) },
	"audio": { script: element("audio", { src: "URL", preload: "auto" }) },
	"track": { script: markup('<video src="data:video/mp4," crossorigin><track default kind="subtitles" src="URL"></video>'), silent: true },
	"fetch": { script: "fetch(url)" },
	"fetch-no-cors": { script: "fetch(url, { mode: 'no-cors', method: 'POST', body: 'text', keepalive: true })" },
	"xhr": { script: "const x = new XMLHttpRequest(); x.open('GET', url); x.send()" },
	"beacon": { script: "navigator.sendBeacon(url, 'text')" },
	"event-source": { script: "new EventSource(url)" },
	"web-socket": { script: "new WebSocket(url.replace('http', 'ws'))" },
	"web-rtc": { script: "const p = new RTCPeerConnection({ iceServers: [{ urls: 'turn:' + new URL(url).host + '?transport=tcp', username: 'u', credential: 'c' }] }); p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o))", silent: true },
	"ping": { script: "const a = document.createElement('a'); a.ping = url; a.href = '#'; at.append(a); a.click()" },
	"csp-report": { script: element("meta", { "http-equiv": "content-security-policy", content: "img-src 'none'; report-uri URL" }), silent: true },
	"form-target": { script: 'const f = document.createElement("form"); f.action = url; f.method = "post"; f.target = "_blank"; at.append(f); f.submit()', silent: true },
	"window-open": { script: "window.open(url)", silent: true },
	"window-open-clicked": { script: `${element("button", { id: "opener" })} e.textContent = "open"; e.onclick = () => window.open(url);`, click: "#opener" },
	"link-blank": { script: `${element("a", { href: "URL", target: "_blank", id: "blank" })} e.textContent = "open"`, click: "#blank", silent: true },
	"link-download": { script: follow({ href: "URL", download: "leak.txt" }), connects: true },
	"base-href": { script: 'const b = document.createElement("base"); b.href = url; document.head.append(b); new Image().src = url.split("/").pop(); setTimeout(() => b.remove(), 300)' },
	"xslt": { script: "const d = new DOMParser().parseFromString('<?xml-stylesheet type=\"text/xsl\" href=\"' + url + '\"?><a/>', 'text/xml'); at.append(document.importNode(d.documentElement, true))", silent: true },
	"location": { script: "location = url", leaves: true },
	"location-replace": { script: "location.replace(url)", leaves: true },
	"link-self": { script: follow({ href: "URL" }), leaves: true },
	"form-get": { script: 'const f = document.createElement("form"); f.action = url; at.append(f); f.submit()', leaves: true },
	"form-post": { script: 'const f = document.createElement("form"); f.action = url; f.method = "post"; at.append(f); f.submit()', leaves: true },
	"meta-refresh": { script: element("meta", { "http-equiv": "refresh", content: "0;url=URL" }).replace("at.append", "document.head.append"), leaves: true },
	"history": { script: "history.pushState({}, '', '/elsewhere'); location.assign(url)", leaves: true },
	"navigation": { script: "document.write('<meta http-equiv=\"refresh\" content=\"0;url=' + url + '\">')", leaves: true, silent: true },
};

/**
 * Runs one leak in the page. What it throws is its own affair: a wall may well show as an exception. An earlier one may
 * be taking the page away, or have brought another that is not whole yet: then it is tried again, until it was tried.
 */
export function spring(window, name, address) {
	const script = `
		const [url, clean] = arguments;
		if (!document.documentElement) return false;
		let at = document.getElementById("leaks");
		if (!at) { at = document.createElement("div"); at.id = "leaks"; at.style.cssText = "position: fixed; inset: 0; z-index: 9999"; (document.body ?? document.documentElement).append(at); }
		if (clean) at.replaceChildren();
		window.thrown = undefined;
		try { ${leaks[name].script} } catch (error) { window.thrown = String(error); }
		return true;`;
	const { click } = leaks[name];
	return until(`“${name}” to be tried`, async () => {
		// An element to click must not lie under one that was sprung before.
		const isDone = await window.post("/execute/sync", { script, args: [`${address}/${name}`, Boolean(click)] });
		if (!isDone || !click) return isDone;
		const [element] = await window.all(click);
		await element?.press();
		return element !== undefined;
	});
}
