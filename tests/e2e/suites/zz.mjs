const controls = (w) => w.run("() => [...document.querySelectorAll('button,[role],input,textarea,a,mark')].filter(e=>e.checkVisibility()).slice(0,160).map(e => e.tagName.toLowerCase() + (e.getAttribute('role')?'['+e.getAttribute('role')+']':'') + ': ' + (e.getAttribute('aria-label') || e.textContent || e.placeholder || '').slice(0,70)).join('\\n')");
const wait = (w, ms) => w.run(`() => new Promise(d => setTimeout(d, ${ms}))`);
export const tests = {
	async "look"({ desk, picture }) {
		const w = await desk.start();
		await (await w.role("button", "Open the sample")).click();
		await wait(w, 6000);
		await picture("sample");
		console.log(await controls(w));
	},
};
