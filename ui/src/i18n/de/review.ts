import type en from "../en/review";
import type { Translation } from "../words";

export default {} satisfies Translation<typeof en>;
