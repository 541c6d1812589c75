import menu from "../../components/ActionMenu.module.css";
import button from "../../components/Button.module.css";
import emptyState from "../../components/EmptyState.module.css";
import card from "../../components/FactCard.module.css";
import mark from "../../components/FactMark.module.css";
import iconButton from "../../components/IconButton.module.css";
import inlineEdit from "../../components/InlineEdit.module.css";
import keys from "../../components/Keys.module.css";
import searchField from "../../components/SearchField.module.css";
import chat from "../../features/chat/ChatButton.module.css";
import block from "../../features/knowledge/BlockSection.module.css";
import state from "../../features/knowledge/StatePanel.module.css";
import list from "../../features/library/DiscoveryList.module.css";
import row from "../../features/library/DiscoveryRow.module.css";
import sidebar from "../../features/library/Sidebar.module.css";
import cards from "../../features/source/BlockCards.module.css";
import blockRow from "../../features/source/BlockRow.module.css";
import blockText from "../../features/source/BlockText.module.css";
import strip from "../../features/source/FactStrip.module.css";
import highlight from "../../features/source/Highlight.module.css";
import bar from "../../features/source/SourceBar.module.css";
import text from "../../features/source/SourceText.module.css";
import header from "../Header.module.css";
import badge from "../ProviderBadge.module.css";
import panels from "../SidePanels.module.css";
import frame from "../ViewFrame.module.css";
import tabs from "../ViewTabs.module.css";
import window from "../Window.module.css";

/** What the sketch is dressed in: the window's own. A part that two of them dress comes after what it stands on. */
export const styles = {
	badge,
	bar,
	block,
	blockRow,
	blockText,
	button,
	card,
	cards,
	chat,
	emptyState,
	frame,
	header,
	highlight,
	iconButton,
	inlineEdit,
	keys,
	list,
	mark,
	menu,
	panels,
	row,
	searchField,
	sidebar,
	state,
	strip,
	tabs,
	text,
	window,
};
