import type { HostArea } from "../host";
import type { HostWords } from "../patterns";
import { keyLabels } from "./keys";
import { questions } from "./questions";

/** What the host says, in German. The English side stands in its sources to the letter; a test looks. */

/** Why a fact is as it is. */
const reasons: HostWords = [
	["added by the analyst", "von Ihnen hinzugefügt"],
	["edited by the analyst", "von Ihnen bearbeitet"],
	["proposed in the chat and confirmed by the analyst", "im Chat vorgeschlagen und von Ihnen bestätigt"],
	["kept as a note by the analyst", "von Ihnen als Notiz behalten"],
	["kept as a note by the analyst, who asks again", "von Ihnen als Notiz behalten; es wird erneut gefragt"],
	["there is no quote", "es gibt kein Zitat"],
	["it is not clear which item is meant: {}", "es ist nicht klar, welcher Gegenstand gemeint ist: {}"],
	["it is not said which item is meant", "es ist nicht gesagt, welcher Gegenstand gemeint ist"],
	["the analyst said which item is meant", "Sie haben gesagt, welcher Gegenstand gemeint ist"],
	["the quote is longer than a quote may be", "das Zitat ist länger, als ein Zitat sein darf"],
	["the quote does not stand in the source", "das Zitat steht nicht in der Quelle"],
	["the quote cuts a word of the source", "das Zitat zerschneidet ein Wort der Quelle"],
	["the quote does not lie within what one side said", "das Zitat liegt nicht in dem, was eine Seite gesagt hat"],
	["an assistant said it, not the analyst", "ein Assistent hat es gesagt, nicht Sie"],
	["the quote does not say: {}", "das Zitat sagt nicht: {}"],
	["the quote says in another order: {}", "das Zitat sagt in anderer Reihenfolge: {}"],
	["the statement leaves out: {}", "die Aussage lässt aus: {}"],
	["it seems to contradict what is known", "es scheint Bekanntem zu widersprechen"],
	["a mistake here would be costly", "ein Fehler wäre hier teuer"],
	["it is not a whole sentence", "es ist kein ganzer Satz"],
	["nothing beside it says that it is “{}”", "nichts daneben sagt, dass es „{}“ ist"],
	["its sentence was accepted and the value was rejected", "sein Satz wurde angenommen und der Wert abgelehnt"],
	["its sentence was rejected and the value was accepted", "sein Satz wurde abgelehnt und der Wert angenommen"],
	["what it speaks of was said before it", "wovon es spricht, wurde davor gesagt"],
	["it tells how somebody finds it", "es sagt, wie jemand es findet"],
	["it holds under a condition", "es gilt unter einer Bedingung"],
	["it is said with a doubt", "es wird mit einem Zweifel gesagt"],
	["it tells what is to come", "es sagt, was kommen soll"],
	["the words are the question's", "die Worte sind die der Frage"],
	["it is a part of a longer sentence", "es ist ein Teil eines längeren Satzes"],
	["it was said in a chat", "es wurde in einem Chat gesagt"],
	["it was read as a remark, not as a fact", "es wurde als Bemerkung gelesen, nicht als Fakt"],
	["the question was left open", "die Frage blieb offen"],
	["the question was closed as irrelevant", "die Frage wurde als nicht von Belang geschlossen"],
	["the analyst rejected this value before", "Sie haben diesen Wert schon einmal abgelehnt"],
	["there is no such field", "ein solches Feld gibt es nicht"],
	["this field is not filled at the stage of {}", "dieses Feld wird in der Phase {} nicht gefüllt"],
	["there is no value", "es gibt keinen Wert"],
	['"{}" is not one of the choices', "„{}“ steht nicht zur Wahl"],
	["the number is too large or has too many digits", "die Zahl ist zu groß oder hat zu viele Stellen"],
	['"{}" is not a unit Factly knows', "„{}“ ist keine Einheit, die Factly kennt"],
	["the number has no unit", "die Zahl hat keine Einheit"],
	['"{}" is not a currency Factly knows', "„{}“ ist keine Währung, die Factly kennt"],
	["the amount has no currency", "der Betrag hat keine Währung"],
	['"{}" is not a date of the calendar', "„{}“ ist kein Datum des Kalenders"],
];

/** What stands in libraries of earlier versions, which say it no more. */
export const formerReasons: HostWords = [
	["it is not certain enough to be accepted unread", "es ist nicht sicher genug, um ungelesen angenommen zu werden"],
	["it was marked for a look when it was read", "es wurde beim Lesen zum Ansehen vorgemerkt"],
	["the parser took it for a contradiction", "beim Lesen galt es als Widerspruch"],
	["the parser asked for review", "es wurde beim Lesen zum Ansehen vorgemerkt"],
	["it was claimed as a note", "es wurde als Notiz gelesen"],
	["it is not a whole sentence with its subject", "es ist kein ganzer Satz mit seinem Subjekt"],
	["confidence {} is below {}", "die Sicherheit {} liegt unter {}"],
];

/** Why two texts are duplicates, or are not. */
const duplicates: HostWords = [
	["the same text", "derselbe Text"],
	["the same words in another form or order", "dieselben Wörter in anderer Form oder Folge"],
	["the same in other words: {}", "dasselbe in anderen Worten: {}"],
	["the same, and {} is roughly {}", "dasselbe, und {} ist ungefähr {}"],
	["the same, and one says more: {}", "dasselbe, und eines sagt mehr: {}"],
	["{} is not {}", "{} ist nicht {}"],
	["“{}” is not “{}”", "„{}“ ist nicht „{}“"],
	["“{}” and “{}” go opposite ways", "„{}“ und „{}“ gehen in entgegengesetzte Richtungen"],
	["one denies what the other says", "eines verneint, was das andere sagt"],
	[
		"one says what is, the other what is expected or possible",
		"eines sagt, was ist, das andere, was erwartet wird oder möglich ist",
	],
	["“{}” and “{}” have changed places", "„{}“ und „{}“ haben die Plätze getauscht"],
	["too little in common", "zu wenig gemeinsam"],
];

/** Why two Inputs are alike. */
const inputsAlike: HostWords = [
	["the same sentences, in another order or another form", "dieselben Sätze, in anderer Folge oder anderer Form"],
	["{} has all {} sentences of this text, and {} more", "{} hat alle {} Sätze dieses Textes und {} weitere"],
	["this text has all {} sentences of {}, and {} more", "dieser Text hat alle {} Sätze von {} und {} weitere"],
	["{} has all {} sentences of {}, and {} more", "{} hat alle {} Sätze von {} und {} weitere"],
	[
		"{} has {} of the {} sentences of this text; only in this text: {}, only in {}: {}",
		"{} hat {} der {} Sätze dieses Textes; nur in diesem Text: {}, nur in {}: {}",
	],
	[
		"{} has {} of the {} sentences of {}; only in {}: {}, only in {}: {}",
		"{} hat {} der {} Sätze von {}; nur in {}: {}, nur in {}: {}",
	],
];

/** Who judged, where it was not the model that is set. */
const judged: HostWords = [
	[
		"A model is asked about {} at once; the built-in comparison decided.",
		"Ein Modell wird nach höchstens {} auf einmal gefragt; der eingebaute Vergleich hat entschieden.",
	],
];

/** Before why a statement waits: another fact may say the same. */
export const twin = "it may say the same as {} ({}%): ";
const twins: HostWords = duplicates.map(([english, german]) => [
	`${twin}${english}`,
	`es sagt vielleicht dasselbe wie {} ({} %): ${german}`,
]);

/** The names of steps, in the history and on undo. */
const steps: HostWords = [
	["Finish a long document", "Langes Dokument abschließen"],
	["Make a report of a document", "Bericht aus einem Dokument machen"],
	["Add {}", "{} hinzufügen"],
	["Add the report {}", "Bericht {} hinzufügen"],
	["Add a fact", "Fakt hinzufügen"],
	["Edit {}", "{} bearbeiten"],
	["Delete {}", "{} löschen"],
	["Archive {}", "{} archivieren"],
	["Bring back {}", "{} zurückholen"],
	["Review {}", "{} als geprüft markieren"],
	["Validate {}", "{} bestätigen"],
	["Set back to draft {}", "{} auf Entwurf zurücksetzen"],
	["Restore version {} of {}", "Version {} von {} wiederherstellen"],
	["Move {}", "{} verschieben"],
	["Move to {}", "In Phase {} bringen"],
	["Rename {}", "{} umbenennen"],
	["Rename to “{}”", "In „{}“ umbenennen"],
	["Change the goal", "Ziel ändern"],
	["Change the packs of keys", "Schlüsselpakete ändern"],
	["Create “{}”", "„{}“ anlegen"],
	["Read {}", "{} lesen"],
	["Read what was not read", "Ungelesenes lesen"],
	["Save the view {}", "Ansicht {} speichern"],
	["Rename the view {}", "Ansicht {} umbenennen"],
	["Delete the view {}", "Ansicht {} löschen"],
	["Keep the recipe {}", "Rezept {} behalten"],
	["Rename the recipe {}", "Rezept {} umbenennen"],
	["Delete the recipe {}", "Rezept {} löschen"],
	["Link {} to {}", "{} mit {} verknüpfen"],
	["Unlink {} from {}", "{} von {} lösen"],
	["Merge {} into {}", "{} mit {} zusammenführen"],
	["Merge a file", "Datei zusammenführen"],
	["Add the item “{}”", "Gegenstand „{}“ hinzufügen"],
	["Rename {} to “{}”", "{} in „{}“ umbenennen"],
	["Change what {} is also called", "Andere Namen von {} ändern"],
	["Describe {}", "{} beschreiben"],
	["Split “{}” from {}", "„{}“ von {} abtrennen"],
	["Say that {} is about {}", "{} auf {} beziehen"],
	["Accept {}", "{} annehmen"],
	["Reject {}", "{} ablehnen"],
	["Keep the old value over {}", "Den alten Wert statt {} behalten"],
	["Take {}", "{} übernehmen"],
	["Keep as a note {}", "{} als Notiz behalten"],
	["Decide {} values", "{} Werte entscheiden"],
	["Make one fact of a value and its sentence", "Aus einem Wert und seinem Satz einen Fakt machen"],
	["Keep both as notes {}", "Bei {} beide als Notiz behalten"],
	["Ask again about {}", "Zu {} erneut fragen"],
	["Ask “{}” again", "„{}“ erneut fragen"],
	["Answer “{}”", "„{}“ beantworten"],
	["Answer {} questions", "{} Fragen beantworten"],
	["Say something", "Etwas sagen"],
	["Take proposed questions", "Vorgeschlagene Fragen aufnehmen"],
	["Drop “{}”", "„{}“ streichen"],
	["Take over a suggestion", "Einen Vorschlag übernehmen"],
	["Take over {} suggestions", "{} Vorschläge übernehmen"],
	["Take an answer", "Antwort übernehmen"],
	["Accept a suggestion", "Vorschlag annehmen"],
	["Chat: add {}", "Chat: {} hinzufügen"],
	["Chat: edit {}", "Chat: {} bearbeiten"],
	["Chat: delete {}", "Chat: {} löschen"],
	["Chat: delete {} entities", "Chat: {} Einträge löschen"],
	["Chat: accept {}", "Chat: {} annehmen"],
	["Chat: take for {}", "Chat: als {} übernehmen"],
	["Chat: {} changes", "Chat: {} Änderungen"],
	["Chat: cancel a proposal", "Chat: Vorschlag verwerfen"],
	["Add “{}” to the catalogue", "„{}“ in den Katalog aufnehmen"],
	["Add {} canonical items to the catalogue", "{} Einträge in den Katalog aufnehmen"],
	["Change “{}” in the catalogue", "„{}“ im Katalog ändern"],
	["Archive “{}”", "„{}“ archivieren"],
	["Take “{}” back", "„{}“ zurückholen"],
	["Import {} canonical items", "{} Katalogeinträge importieren"],
	["Import {} prices", "{} Preise importieren"],
	["Add a price of “{}”", "Einen Preis von „{}“ hinzufügen"],
	["Remove a price of “{}”", "Einen Preis von „{}“ entfernen"],
	["Say what {} was in {}", "Angeben, was {} in {} war"],
	["Remove a rate of {} in {}", "Einen Kurs von {} in {} entfernen"],
	["“{}” means “{}”", "„{}“ meint „{}“"],
	["“{}” does not mean “{}”", "„{}“ meint nicht „{}“"],
	["Take back what “{}” means", "Zurücknehmen, was „{}“ meint"],
];

/** Why something that a model would do to a block is refused. */
const additions: HostWords = [
	["nothing but adding is allowed, and it says “{}”", "nur Ergänzen ist erlaubt, und hier steht „{}“"],
	["“{}” is no block here", "„{}“ ist hier kein Block"],
	["“{}” cannot be added to {}", "„{}“ kann zu {} nicht hinzugefügt werden"],
	["an addition has no “{}”", "eine Ergänzung hat kein „{}“"],
	["it has no text", "es hat keinen Text"],
	["it has more than {} characters", "es hat mehr als {} Zeichen"],
	["the block says it already", "der Block sagt es schon"],
	["it says the same as one before it", "es sagt dasselbe wie eines davor"],
	["only {} are taken", "nur {} werden genommen"],
	["the answer ends within it", "die Antwort endet darin"],
	["it is no object", "es ist kein Objekt"],
];

export default {
	addition: additions,
	reason: [...reasons, ...twins, ...formerReasons],
	duplicate: [...duplicates, ...inputsAlike, ...judged],
	step: steps,
	question: questions,
	label: keyLabels,
} satisfies Record<HostArea, HostWords>;
