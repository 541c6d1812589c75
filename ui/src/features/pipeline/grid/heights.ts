/**
 * Heights of the rows of a column, and the start of each. A row is as high as all others until it was measured, so a
 * column of 100,000 costs nothing before it is looked at; the measured heights are summed in a Fenwick tree.
 */
export class Heights {
	readonly least: number;
	#count = 0;
	/** The heights of rows above the least, each by itself and summed; none before the first was measured. */
	#extra: Float64Array | null = null;
	#sums: Float64Array | null = null;

	constructor(least: number) {
		this.least = least;
	}

	get total(): number {
		return this.top(this.#count);
	}

	/** Another number of rows: those that stay keep their height. */
	resize(count: number): void {
		if (count === this.#count) return;
		const before = this.#extra;
		this.#count = count;
		this.forget();
		before?.forEach((extra, row) => {
			if (extra > 0 && row < count) this.set(row, this.least + extra);
		});
	}

	/** In columns of another width every row has another height. */
	forget(): void {
		this.#extra = null;
		this.#sums = null;
	}

	of(row: number): number {
		return this.least + (this.#extra?.[row] ?? 0);
	}

	/** Says by how much the row grew. */
	set(row: number, height: number): number {
		const grown = Math.max(this.least, height) - this.of(row);
		if (grown === 0 || row >= this.#count) return 0;
		this.#extra ??= new Float64Array(this.#count);
		this.#sums ??= new Float64Array(this.#count + 1);
		this.#extra[row] = (this.#extra[row] ?? 0) + grown;
		for (let at = row + 1; at <= this.#count; at += at & -at) this.#sums[at] = (this.#sums[at] ?? 0) + grown;
		return grown;
	}

	/** Returns the start of a row. */
	top(row: number): number {
		let extra = 0;
		for (let at = this.#sums ? row : 0; at > 0; at -= at & -at) extra += this.#sums?.[at] ?? 0;
		return row * this.least + extra;
	}

	/** The row at a height; the last one below the end. */
	at(y: number): number {
		let row = 0;
		let left = Math.max(0, y);
		for (let step = 2 ** Math.floor(Math.log2(Math.max(1, this.#count))); step >= 1; step /= 2) {
			const high = step * this.least + (this.#sums?.[row + step] ?? 0);
			if (row + step > this.#count || high > left) continue;
			row += step;
			left -= high;
		}
		return Math.max(0, Math.min(row, this.#count - 1));
	}
}
