import { beforeEach, expect, test } from "vitest";
import { goToView } from "../../src/state/goToView.ts";
import { useNavigation, type ViewId } from "../../src/state/navigation.ts";
import { useSelection } from "../../src/state/selection.ts";

beforeEach(() => {
	useNavigation.setState({ view: "facts" });
	useSelection.getState().select("f", "facts");
});

test.each<[ViewId, string | null]>([
	["source", "f"],
	["review", "f"],
	["pipeline", null],
	["guide", null],
])("a selected fact goes along to %s, or is let go", (view, expected) => {
	goToView(view);
	expect(useNavigation.getState().view).toBe(view);
	expect(useSelection.getState().factId).toBe(expected);
});

test.each<[ViewId, string | null]>([
	["pipeline", "N-1"],
	["outline", "N-1"],
	["reports", null],
])("a selected card goes along to %s, or is let go", (view, expected) => {
	useSelection.getState().selectEntity("N-1", null, "pipeline");
	goToView(view);
	expect(useSelection.getState().label).toBe(expected);
});
