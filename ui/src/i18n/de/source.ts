import type en from "../en/source";
import type { Translation } from "../words";

export default {} satisfies Translation<typeof en>;
