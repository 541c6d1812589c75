import { useState } from "react";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { useWords } from "../../i18n/useWords";
import type { DocumentRecipe } from "../../ipc/bindings";
import { deleteRecipe, renameRecipe, saveRecipe } from "./actions";
import parts from "./parts.module.css";
import styles from "./StartForm.module.css";

interface OwnRecipeProps {
	discovery: string;
	/** The recipe to copy, or to change where it is the discovery's own. */
	recipe: DocumentRecipe;
	/** The form goes to the recipe of this name. */
	onKept: (name: string) => void;
	onDeleted: () => void;
}

/** Shows the actions for a recipe: a copy of one's own, which is changed as JSON, renamed, and deleted. */
export function OwnRecipe({ discovery, recipe, onKept, onDeleted }: OwnRecipeProps) {
	const t = useWords();
	const [edited, setEdited] = useState<"json" | "title" | null>(null);
	const [text, setText] = useState("");
	const [error, setError] = useState<unknown>(null);
	const isOwn = recipe.origin === "own";
	const edit = (what: "json" | "title", from: string) => {
		setEdited(what);
		setText(from);
		setError(null);
	};
	if (edited === null)
		return (
			<div className={parts.buttons}>
				<Button onClick={() => edit("json", isOwn ? recipe.json : copyOf(recipe))}>
					{t(isOwn ? "documents.changeRecipe" : "documents.copyRecipe")}
				</Button>
				{isOwn && (
					<>
						<Button onClick={() => edit("title", recipe.title)}>{t("documents.renameRecipe")}</Button>
						<Button onClick={() => void deleteRecipe(discovery, recipe).then((isDeleted) => isDeleted && onDeleted())}>
							{t("documents.deleteRecipe")}
						</Button>
					</>
				)}
			</div>
		);
	const keep = async () => {
		try {
			const name =
				edited === "json"
					? await saveRecipe(discovery, text, isOwn ? recipe.name : null)
					: await renameRecipe(discovery, recipe, text);
			setEdited(null);
			onKept(name);
		} catch (fault) {
			setError(fault);
		}
	};
	return (
		<div className={styles.group}>
			{edited === "json" ? (
				<Field
					label={t("documents.recipeJson")}
					hint={t("documents.recipeHint")}
					value={text}
					onChange={setText}
					rows={16}
					mono
					itemless
				/>
			) : (
				<Field label={t("documents.recipeTitle")} value={text} onChange={setText} focused itemless />
			)}
			{error !== null && <ErrorNote error={error} />}
			<div className={parts.buttons}>
				<Button onClick={() => void keep()}>
					{t(edited === "json" ? "documents.saveRecipe" : "documents.renameRecipe")}
				</Button>
				<Button onClick={() => setEdited(null)}>{t("documents.dropRecipe")}</Button>
			</div>
		</div>
	);
}

const copyOf = ({ json, name, title }: DocumentRecipe) =>
	JSON.stringify({ ...JSON.parse(json), name: `my-${name}`, title: `${title} 2` }, null, 2);
