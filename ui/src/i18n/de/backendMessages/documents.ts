import type { MessageTable } from "../../backendMessages";

/** Errors of long documents. */
export const documents: MessageTable = [
	["“{}” is no path of a document.", "„{}“ ist kein Pfad eines Dokuments."],
	[
		"A session has eight digits from 0 to f; iterations and stages count from 1.",
		"Eine Sitzung hat acht Ziffern von 0 bis f; Durchläufe und Phasen zählen ab 1.",
	],
	["Documents and continuations count from 1.", "Dokumente und Fortsetzungen zählen ab 1."],
	["A synthesis has sources.", "Eine Zusammenschau hat Quellen."],
	["“project_readme” is a name of its own.", "„project_readme“ ist ein Name mit eigener Bedeutung."],
	["“{}” is given without its ending.", "„{}“ wird ohne die Endung angegeben."],
	[
		"“{}” is no slug: small letters, digits and hyphens, at most {}.",
		"„{}“ ist kein Kurzname: Kleinbuchstaben, Ziffern und Bindestriche, höchstens {}.",
	],
	[
		"“{}” is no name that Windows, macOS and Linux all take.",
		"„{}“ ist kein Name, den Windows, macOS und Linux alle annehmen.",
	],
	[
		"The run was begun with {} at {}; {} at {} is set now. Set it back, or resume with what is set.",
		"Der Lauf wurde mit {} bei {} begonnen; jetzt ist {} bei {} gesetzt. Setzen Sie es zurück, oder fahren Sie mit dem Gesetzten fort.",
	],
	["The provider gave no text.", "Der Anbieter hat keinen Text gegeben."],
	["Try another model.", "Versuchen Sie es mit einem anderen Modell."],
	["The provider gave no summary.", "Der Anbieter hat keine Zusammenfassung gegeben."],
	[
		"The next call may cost {}, and the cap of the run leaves {}. Raise the cap to go on.",
		"Der nächste Aufruf kann {} kosten, und die Obergrenze des Laufs lässt {}. Heben Sie sie, um fortzufahren.",
	],
	[
		"The next call may cost {}, and the wallet has {}. Add to the wallet, then resume.",
		"Der nächste Aufruf kann {} kosten, und in der Geldbörse sind {}. Legen Sie nach, und fahren Sie dann fort.",
	],
	[
		"Compressing and calling may cost {}, more than 20 % of the {} in the wallet. Resume to allow it.",
		"Verdichten und Aufruf können {} kosten, mehr als 20 % der {} in der Geldbörse. Fahren Sie fort, um es zu erlauben.",
	],
	["{} is there already.", "{} gibt es schon."],
	["Nothing was written.", "Nichts wurde geschrieben."],
	[
		"Name a folder that is new or empty, or a file that ends in .zip.",
		"Nennen Sie einen neuen oder leeren Ordner, oder eine Datei, die auf .zip endet.",
	],
	["The zip could not be made: {}.", "Das Zip konnte nicht gemacht werden: {}."],
	[
		"`factly document list D` names the runs of a discovery.",
		"`factly document list D` nennt die Läufe einer Untersuchung.",
	],
	["There is no such document.", "Dieses Dokument gibt es nicht."],
	["The document has no text yet.", "Das Dokument hat noch keinen Text."],
	[
		"The stage “{}” is done. Say what the next is to do otherwise, or go on.",
		"Die Phase „{}“ ist fertig. Sagen Sie, was die nächste anders machen soll, oder fahren Sie fort.",
	],
	[
		"The step “{}” has nothing to make a document for.",
		"Der Schritt „{}“ hat nichts, wofür ein Dokument zu machen wäre.",
	],
	["What was written so far.", "Was bis dahin geschrieben wurde."],
	["What the others wrote.", "Was die anderen geschrieben haben."],
	["`factly document retry RUN` tries only what failed.", "`factly document retry RUN` versucht nur, was scheiterte."],
	[
		"ContextWindowError: the call has about {} tokens, {} takes {} beside its answer, and nothing is left that could give way to a summary.",
		"ContextWindowError: Der Aufruf hat etwa {} Token, {} nimmt {} neben der Antwort, und nichts ist übrig, was einer Zusammenfassung weichen könnte.",
	],
	[
		"Take a model with a larger context, shorten the prompt, or start with a smaller --max-tokens.",
		"Nehmen Sie ein Modell, das mehr liest, kürzen Sie den Auftrag, oder beginnen Sie mit kleinerem --max-tokens.",
	],
	["The recipe is refused: {}.", "Das Rezept wird abgelehnt: {}."],
	["There is no recipe “{}”.", "Ein Rezept „{}“ gibt es nicht."],
	["There are: {}.", "Es gibt: {}."],
	["This discovery has no recipe “{}” of its own.", "Diese Untersuchung hat kein eigenes Rezept „{}“."],
	[
		"`factly document recipes D` names them; one of another discovery is copied first.",
		"`factly document recipes D` nennt sie; eines einer anderen Untersuchung wird zuerst kopiert.",
	],
	["There is a recipe “{}” already.", "Ein Rezept „{}“ gibt es schon."],
	["Give it another name.", "Geben Sie ihm einen anderen Namen."],
	["The prompt is longer than 200,000 bytes.", "Der Auftrag ist länger als 200.000 Byte."],
	[
		"Add the text as an Input, and name it in the prompt.",
		"Fügen Sie den Text als Input hinzu, und nennen Sie ihn im Auftrag.",
	],
	["The prompt is empty.", "Der Auftrag ist leer."],
	["There is no recommendation to write about.", "Es gibt keine Empfehlung, über die zu schreiben wäre."],
	[
		"Derive or add a recommendation first, or take another recipe.",
		"Leiten Sie zuerst eine Empfehlung ab oder fügen Sie eine hinzu, oder nehmen Sie ein anderes Rezept.",
	],
	["There is no Input to write about.", "Es gibt keinen Input, über den zu schreiben wäre."],
	["Add an Input first.", "Fügen Sie zuerst einen Input hinzu."],
	["The discovery has no Input {}.", "Die Untersuchung hat keinen Input {}."],
	["You paused it.", "Sie haben ihn angehalten."],
	["Another Factly works on this run.", "Ein anderes Factly arbeitet an diesem Lauf."],
	["It goes on there.", "Dort geht er weiter."],
	["1 job failed.", "1 Auftrag ist gescheitert."],
	["{} jobs failed.", "{} Aufträge sind gescheitert."],
	["The run is not going on", "Der Lauf ist nicht im Gang"],
	["The run does not wait between two stages", "Der Lauf wartet nicht zwischen zwei Phasen"],
	["The run is not paused", "Der Lauf ist nicht angehalten"],
	["The run is over", "Der Lauf ist vorbei"],
	["The run has no job that failed", "Der Lauf hat keinen Auftrag, der scheiterte"],
	["{}: it is {}.", "{}: sein Stand ist {}."],
];
