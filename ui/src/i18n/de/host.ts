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
	["the parser took it for a contradiction", "der Parser hielt es für einen Widerspruch"],
	["the key is high-risk", "der Schlüssel hat ein hohes Risiko"],
	["confidence {} is below {}", "die Sicherheit {} liegt unter {}"],
	["the parser asked for review", "der Parser bat um Prüfung"],
	["it was said in a chat", "es wurde in einem Chat gesagt"],
	["it was claimed as a note", "es wurde als Notiz behauptet"],
	["the question was left open", "die Frage blieb offen"],
	["the question was closed as irrelevant", "die Frage wurde als nicht von Belang geschlossen"],
	["the analyst rejected this value before", "Sie haben diesen Wert schon einmal abgelehnt"],
	["the key is not registered", "der Schlüssel ist nicht registriert"],
	["the key is not allowed at the stage of {}", "der Schlüssel ist in der Phase {} nicht zugelassen"],
	["there is no value", "es gibt keinen Wert"],
	['"{}" is not one of the choices', "„{}“ steht nicht zur Wahl"],
	["the number is too large or has too many digits", "die Zahl ist zu groß oder hat zu viele Stellen"],
	['"{}" is not a unit Factly knows', "„{}“ ist keine Einheit, die Factly kennt"],
	["the number has no unit", "die Zahl hat keine Einheit"],
	['"{}" is not a currency Factly knows', "„{}“ ist keine Währung, die Factly kennt"],
	["the amount has no currency", "der Betrag hat keine Währung"],
	['"{}" is not a date of the calendar', "„{}“ ist kein Datum des Kalenders"],
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

const keyring: HostWords = [
	["this system runs no keyring", "auf diesem System läuft kein Schlüsselbund"],
	["the keyring cannot be reached", "der Schlüsselbund ist nicht zu erreichen"],
	["the keyring is locked", "der Schlüsselbund ist gesperrt"],
	[
		"the keyring did not answer; it may be asking for its password",
		"der Schlüsselbund antwortet nicht; vielleicht fragt er nach seinem Passwort",
	],
];

/** What goes wrong with a provider, and what to do. */
const providers: HostWords = [
	[
		"This needs a model, and none is set. Nothing was sent.",
		"Dafür braucht es ein Modell, und keines ist gesetzt. Nichts wurde verschickt.",
	],
	["Choose a provider and a model in the settings.", "Wählen Sie in den Einstellungen einen Anbieter und ein Modell."],
	["This base URL is refused: {}.", "Diese Basis-URL wird abgelehnt: {}."],
	[
		"Use https, or http for a server on this machine.",
		"Nehmen Sie https, oder http für einen Server auf diesem Rechner.",
	],
	["An OpenAI-compatible server needs its base URL.", "Ein OpenAI-kompatibler Server braucht seine Basis-URL."],
	["Ollama's is http://localhost:11434/v1.", "Die von Ollama ist http://localhost:11434/v1."],
	[
		"There is no key for {}. A key is kept for one address and goes to no other.",
		"Für {} gibt es keinen Schlüssel. Ein Schlüssel wird für eine Adresse aufbewahrt und geht an keine andere.",
	],
	["The key for {} could not be looked up: {}.", "Der Schlüssel für {} ließ sich nicht nachsehen: {}."],
	[
		"Give the provider's key in the settings, or with `factly provider set`.",
		"Geben Sie den Schlüssel des Anbieters in den Einstellungen ein, oder mit `factly provider set`.",
	],
	[
		"Check the key, or make a new one at the provider.",
		"Prüfen Sie den Schlüssel, oder legen Sie beim Anbieter einen neuen an.",
	],
	[
		"Check what the key may do, and whether the provider serves this place.",
		"Prüfen Sie, was der Schlüssel darf und ob der Anbieter diesen Ort bedient.",
	],
	["Choose another model, or check the base URL.", "Wählen Sie ein anderes Modell, oder prüfen Sie die Basis-URL."],
	[
		"Choose another model, or another provider for this task.",
		"Wählen Sie ein anderes Modell, oder für diese Aufgabe einen anderen Anbieter.",
	],
	["Wait a little, then try again.", "Warten Sie ein wenig und versuchen Sie es dann erneut."],
	["It asks to wait {} s before the next try.", "Er bittet, bis zum nächsten Versuch {} s zu warten."],
	[
		"Try again; if it comes back, try another model.",
		"Versuchen Sie es erneut; kommt es wieder, dann mit einem anderen Modell.",
	],
	[
		"Enter the address that the provider's documentation gives.",
		"Geben Sie die Adresse aus der Dokumentation des Anbieters ein.",
	],
	[
		"Check the base URL and the network, or start the local server.",
		"Prüfen Sie die Basis-URL und das Netz, oder starten Sie den Server auf diesem Rechner.",
	],
	["Try again, or use a faster model.", "Versuchen Sie es erneut, oder nehmen Sie ein schnelleres Modell."],
	["Free some space, then try again.", "Schaffen Sie Platz und versuchen Sie es dann erneut."],
	["There is no connection to {}: {}.", "Es gibt keine Verbindung zu {}: {}."],
	["{} said nothing for {} s.", "{} hat {} s lang nichts gesagt."],
	["The connection ended before the answer did.", "Die Verbindung endete vor der Antwort."],
	["The server lists no model.", "Der Server nennt kein Modell."],
	[
		"FACTLY_MODEL is not set, and the server at {} lists {} models.",
		"FACTLY_MODEL ist nicht gesetzt, und der Server unter {} nennt {} Modelle.",
	],
	["Set FACTLY_MODEL to one of them: {}", "Setzen Sie FACTLY_MODEL auf eines davon: {}"],
	["The provider withheld the answer.", "Der Anbieter hat die Antwort zurückgehalten."],
	["No fact could be read from the answer: {}.", "Aus der Antwort ließ sich kein Fakt lesen: {}."],
	["The answer is kept with its run.", "Die Antwort bleibt bei ihrem Lauf."],
	["Try again, or choose another model.", "Versuchen Sie es erneut, oder wählen Sie ein anderes Modell."],
	["The text of this discovery would go to {} at {}.", "Der Text dieser Untersuchung ginge an {} unter {}."],
	["Nothing was sent.", "Nichts wurde verschickt."],
	["There is no key in it.", "Darin ist kein Schlüssel."],
	["The task was cancelled.", "Die Aufgabe wurde abgebrochen."],
];

/** The names of steps, in the history and on undo. */
const steps: HostWords = [
	["Add {}", "{} hinzufügen"],
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
	["Create “{}”", "„{}“ anlegen"],
	["Read {}", "{} lesen"],
	["Read what was not read", "Ungelesenes lesen"],
	["Save the view {}", "Ansicht {} speichern"],
	["Rename the view {}", "Ansicht {} umbenennen"],
	["Delete the view {}", "Ansicht {} löschen"],
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

/** Why a card of the chat is not what it was, or cannot be confirmed. */
const cards: HostWords = [
	["{} is not there any more.", "{} ist nicht mehr da."],
	["{} was changed since.", "{} wurde seither geändert."],
	["{} was changed since: this would change version {}.", "{} wurde seither geändert: dies würde Version {} ändern."],
	["{} says exactly that already.", "{} sagt genau das schon."],
	["Other entities rest on it now.", "Darauf ruhen jetzt andere Einträge."],
	["1 entity rests on it now, not {}.", "Darauf ruht jetzt 1 Eintrag, nicht {}."],
	["{} entities rest on it now, not {}.", "Darauf ruhen jetzt {} Einträge, nicht {}."],
	[
		"What this card would do has changed since it was shown.",
		"Was diese Karte tun würde, hat sich geändert, seit sie gezeigt wurde.",
	],
	["Nothing was changed.", "Nichts wurde geändert."],
	["Look at the card again, then decide.", "Sehen Sie die Karte noch einmal an und entscheiden Sie dann."],
	["There is no such card.", "Diese Karte gibt es nicht."],
	[
		"Its message may have been deleted or answered again.",
		"Vielleicht wurde ihre Nachricht gelöscht oder neu beantwortet.",
	],
	["This card is applied already.", "Diese Karte ist schon angewandt."],
	["Undo takes it back.", "Rückgängig nimmt es zurück."],
	["This card was cancelled.", "Diese Karte wurde verworfen."],
	["Undo makes it wait again.", "Rückgängig lässt sie wieder warten."],
	["Undo brings back what was deleted.", "Rückgängig bringt Gelöschtes zurück."],
	["{} says the same already.", "{} sagt schon dasselbe."],
	["Another card of this answer says the same.", "Eine andere Karte dieser Antwort sagt dasselbe."],
	["Cancel one of them.", "Verwerfen Sie eine davon."],
	[
		"Confirm this card by itself, to add it anyway or to take it for that one.",
		"Bestätigen Sie diese Karte einzeln, um sie trotzdem hinzuzufügen oder als das Vorhandene zu nehmen.",
	],
];

/** What goes wrong, and what to do. */
/** What is wrong with a file of canonical items or prices, or with a price that is typed. */
const memory: HostWords = [
	["the file is empty", "die Datei ist leer"],
	["there is no column “{}”", "es gibt keine Spalte „{}“"],
	["{} cells, where the header has {}", "{} Zellen, wo die Kopfzeile {} hat"],
	[
		"a quotation mark is opened here or above and never closed",
		"ein Anführungszeichen wird hier oder weiter oben geöffnet und nie geschlossen",
	],
	["“{}” is not a price", "„{}“ ist kein Preis"],
	["“{}” is not a number", "„{}“ ist keine Zahl"],
	["“{}” is not a date", "„{}“ ist kein Datum"],
	["“{}” is not a date of the calendar", "„{}“ ist kein Datum des Kalenders"],
	["“{}” is not a currency Factly knows", "„{}“ ist keine Währung, die Factly kennt"],
	["“{}” is not in {}", "„{}“ ist nicht in {}"],
	["there is no currency", "es fehlt die Währung"],
	["there is no item", "es fehlt der Eintrag"],
	["there is no name", "es fehlt der Name"],
	["a price is not below zero", "ein Preis liegt nicht unter null"],
	[
		"“{}” can be read with a thousand or with decimals: write 1234.00 or 1.234",
		"„{}“ lässt sich als Tausender oder mit Nachkommastellen lesen: schreiben Sie 1234.00 oder 1.234",
	],
	[
		"“{}” can be read with the day or the month first: write the year first, as 2026-03-01",
		"„{}“ lässt sich mit dem Tag oder dem Monat voran lesen: schreiben Sie das Jahr zuerst, etwa 2026-03-01",
	],
	["“{}” stands in line {} already", "„{}“ steht schon in Zeile {}"],
	["there is no canonical item “{}”", "im Katalog gibt es „{}“ nicht"],
	["“{}” is more than one canonical item: give its id", "„{}“ steht mehrfach im Katalog: geben Sie die Kennung an"],
	["“{}” is neither yes nor no", "„{}“ ist weder ja noch nein"],
	["A canonical item needs a name.", "Ein Katalogeintrag braucht einen Namen."],
	["“{}” is in the catalogue already.", "„{}“ steht schon im Katalog."],
	["A rate is between two currencies.", "Ein Kurs besteht zwischen zwei Währungen."],
	["A rate is above zero.", "Ein Kurs liegt über null."],
	["The file is not in UTF-8.", "Die Datei ist nicht in UTF-8."],
	["Save it again as “CSV UTF-8”.", "Speichern Sie sie als „CSV UTF-8“."],
	["Nothing was imported.", "Es wurde nichts importiert."],
];

const errors: HostWords = [
	["The fact was not added.", "Der Fakt wurde nicht hinzugefügt."],
	["A fact needs words.", "Ein Fakt braucht Wörter."],
	["{} fills a field, which {} does not: that would be lost.", "{} füllt ein Feld, {} nicht: Das ginge verloren."],
	["Keep {} instead, or keep both.", "Behalten Sie stattdessen {}, oder beide."],
	["No words are marked.", "Es sind keine Wörter markiert."],
	["What is marked cuts a word or a number.", "Die Markierung zerschneidet ein Wort oder eine Zahl."],
	["Mark whole words.", "Markieren Sie ganze Wörter."],
	[
		"Mark the words that prove the fact, and no more.",
		"Markieren Sie die Wörter, die den Fakt belegen, und nicht mehr.",
	],
	["The Input was not added.", "Die Eingabe wurde nicht hinzugefügt."],
	["“{}” has no text.", "„{}“ hat keinen Text."],
	["Add a text with words in it.", "Fügen Sie einen Text mit Wörtern hinzu."],
	["“{}” is larger than 256 MB.", "„{}“ ist größer als 256 MB."],
	["Split it, or add the part that matters.", "Teilen Sie sie, oder fügen Sie den wichtigen Teil hinzu."],
	["“{}” is not a file.", "„{}“ ist keine Datei."],
	["Choose a file or a folder.", "Wählen Sie eine Datei oder einen Ordner."],
	["The folder “{}” has no files.", "Der Ordner „{}“ hat keine Dateien."],
	["Choose a folder with files.", "Wählen Sie einen Ordner mit Dateien."],
	["Nothing of it was added.", "Nichts davon wurde hinzugefügt."],
	["“{}” is locked with a password.", "„{}“ ist mit einem Passwort geschützt."],
	[
		"Open it with its password, save it without one, and add that.",
		"Öffnen Sie sie mit dem Passwort, speichern Sie sie ohne, und fügen Sie das hinzu.",
	],
	["“{}” is damaged: {}.", "„{}“ ist beschädigt: {}."],
	[
		"Open it in the program that made it, save it again, and add that.",
		"Öffnen Sie sie in dem Programm, mit dem sie gemacht wurde, speichern Sie sie neu, und fügen Sie das hinzu.",
	],
	["“{}” has more than {} {}.", "„{}“ hat mehr als {} {}."],
	["“{}” is not a document that Factly reads: {}.", "„{}“ ist kein Dokument, das Factly liest: {}."],
	[
		"Save it as PDF, DOCX, HTML or plain text, and add that.",
		"Speichern Sie sie als PDF, DOCX, HTML oder reinen Text, und fügen Sie das hinzu.",
	],
	[
		"If it is a scan, read it with a program for text recognition, and add what that makes.",
		"Ist es ein Scan, lesen Sie ihn mit einem Programm zur Texterkennung ein, und fügen Sie hinzu, was es daraus macht.",
	],
	["“{}” kept its reader busy for {} s without an end.", "„{}“ hat das Lesen {} s lang ohne Ende beschäftigt."],
	["“{}” is built in a way that its reader could not follow.", "„{}“ ist so gebaut, dass das Lesen scheiterte."],
	[
		"Save it in another format, as PDF or plain text, and add that.",
		"Speichern Sie sie in einem anderen Format, als PDF oder reinen Text, und fügen Sie das hinzu.",
	],
	["There is no file “{}”.", "Die Datei „{}“ gibt es nicht."],
	["It may have been deleted: undo brings it back.", "Vielleicht wurde sie gelöscht: Rückgängig bringt sie zurück."],
	["There is no such discovery.", "Diese Untersuchung gibt es nicht."],
	["There is no such Input.", "Diese Eingabe gibt es nicht."],
	["There is no such fact.", "Diesen Fakt gibt es nicht."],
	["A title is needed.", "Ein Titel ist nötig."],
	["This link is the fact's evidence.", "Diese Verknüpfung ist der Beleg des Fakts."],
	[
		"Reject the fact, or delete the Input, if it is wrong.",
		"Lehnen Sie den Fakt ab, oder löschen Sie die Eingabe, wenn er falsch ist.",
	],
	["{} was edited meanwhile.", "{} wurde inzwischen bearbeitet."],
	["Look at it, then edit again.", "Sehen Sie es an und bearbeiten Sie es dann erneut."],
	["this fact is already accepted", "dieser Fakt ist schon angenommen"],
	["this fact is already rejected", "dieser Fakt ist schon abgelehnt"],
	["a later version has taken the place of this fact", "eine spätere Fassung steht an der Stelle dieses Fakts"],
	["the edit changes nothing", "die Bearbeitung ändert nichts"],
	["What was saved before is kept", "Was zuvor gespeichert war, bleibt"],
	[
		"Try again; if it comes back, the log folder says where it happened",
		"Versuchen Sie es erneut; kommt es wieder, sagt der Protokollordner, wo es geschah",
	],
];

/** What is wrong with an evidence pack. */
const packs: HostWords = [
	["It is encrypted.", "Er ist verschlüsselt."],
	["It is not deflated.", "Er ist anders gepackt."],
	["It is no file.", "Er ist keine Datei."],
	["It has no name that an entry of a pack has.", "Er hat keinen Namen, den ein Eintrag eines Pakets hat."],
	["Two entries have one name.", "Zwei Einträge haben einen Namen."],
	["It does not begin where the entry before it ends.", "Er beginnt nicht, wo der Eintrag davor endet."],
	["Its two headers in the zip do not say the same.", "Seine beiden Köpfe im Zip sagen Verschiedenes."],
	["Something stands in the zip that is no entry.", "Im Zip steht etwas, das kein Eintrag ist."],
	["The end of its directory was changed.", "Das Ende seines Verzeichnisses wurde geändert."],
	["Its directory was changed.", "Sein Verzeichnis wurde geändert."],
	["What the directory says of it was changed.", "Was das Verzeichnis von ihm sagt, wurde geändert."],
	["The header before it was changed.", "Der Kopf davor wurde geändert."],
	["Bits of it were changed that unpack to the same.", "Bits davon wurden geändert, die entpackt dasselbe ergeben."],
	[
		"The seal at its end was changed: all that it seals is as it was made.",
		"Das Siegel am Ende wurde geändert: Alles, was es versiegelt, ist, wie es gemacht wurde.",
	],
	[
		"The seal at its end was changed, or it never had one.",
		"Das Siegel am Ende wurde geändert, oder es gab nie eines.",
	],
	[
		"A byte was changed that no entry needs: in how one is packed, or in the seal.",
		"Ein Byte wurde geändert, das kein Eintrag braucht: darin, wie einer gepackt ist, oder im Siegel.",
	],
	["It names {} twice.", "Es nennt {} zweimal."],
	["It is missing.", "Er fehlt."],
	["The manifest does not name it.", "Das Verzeichnis nennt ihn nicht."],
	["It gives no hash of {}.", "Es gibt keine Prüfsumme von {}."],
	["It names a bundle twice.", "Es nennt ein Bündel zweimal."],
	["It names a fact twice.", "Es nennt einen Fakt zweimal."],
	["It says {} again, which is no fact of it.", "Es sagt {} wieder, was kein Fakt darin ist."],
	["Its quote stands in a bundle that is not here.", "Sein Zitat steht in einem Bündel, das nicht da ist."],
	["It is not UTF-8.", "Er ist kein UTF-8."],
	["Its quote does not stand at its place.", "Sein Zitat steht nicht an seiner Stelle."],
	["It cannot be read: {}.", "Er ist nicht lesbar: {}."],
	["It claims to be longer than any entry of a pack.", "Er will länger sein als jeder Eintrag eines Pakets."],
	["It is not what was hashed.", "Er ist nicht, wovon die Prüfsumme ist."],
	["It cannot be unpacked: {}.", "Er lässt sich nicht entpacken: {}."],
	["It is of another discovery than the manifest.", "Er ist von einer anderen Untersuchung als das Verzeichnis."],
	["{} stands in it twice.", "{} steht zweimal darin."],
	["The manifest does not name the fact.", "Das Verzeichnis nennt den Fakt nicht."],
	[
		"What says facts again is not what the manifest names.",
		"Was Fakten wieder sagt, ist nicht, was das Verzeichnis nennt.",
	],
	["It does not say what {} says.", "Er sagt nicht, was {} sagt."],
	["It has a bundle that the manifest does not name.", "Er hat ein Bündel, das das Verzeichnis nicht nennt."],
	["Its quote is not the one that the manifest has.", "Sein Zitat ist nicht das des Verzeichnisses."],
	["Its record is not what was hashed.", "Sein Eintrag ist nicht, wovon die Prüfsumme ist."],
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
	pack: packs,
	reason: [...reasons, ...twins],
	duplicate: [...duplicates, ...inputsAlike, ...judged],
	step: steps,
	keyring,
	error: [...providers, ...cards, ...memory, ...errors],
	question: questions,
	label: keyLabels,
} satisfies Record<HostArea, HostWords>;
