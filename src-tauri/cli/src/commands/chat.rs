//! Saying something about a discovery: the answer as it comes, for a reader or one event a line, and its cards at the end.

use factly_core::chat::MessageState;
use factly_core::chat::card::CardContent;
use factly_core::chat::sources::record::{CitationFault, ReplyOrigin, Unsupported};
use factly_core::message::UserMessage;
use factly_engine::Library;
use factly_engine::chat::cards::CardView;
use factly_engine::chat::{FeedReport, Grounding, MessageView, SourceView, TurnEvent, TurnEventSink, TurnRequest};
use factly_engine::error::{Code, Error, Result};
use factly_engine::task::CancelToken;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::args::ChatArgs;
use crate::interrupt::on_interrupt;
use crate::json::{labels, report_suggestion, sections};
use crate::out::{Out, short};

pub(super) fn run(library: &Library, args: &ChatArgs, out: &mut Out) -> Result<()> {
    let stop = on_interrupt()?;
    let answer = send_message(library, args, &stop, out);
    finish_turn(library, answer, None, &stop, out)
}

/// Says something in the conversation of a report; `done` carries its sections as they would be then.
pub(super) fn to_report(library: &Library, report: Uuid, message: String, out: &mut Out) -> Result<()> {
    let stop = on_interrupt()?;
    let ask = TurnRequest { text: message, ..TurnRequest::default() };
    let answer = stream_turn(out, |hear| library.chat().send_to_report(report, &ask, &stop, hear));
    finish_turn(library, answer, Some(report), &stop, out)
}

fn finish_turn(
    library: &Library,
    answer: Result<MessageView>,
    report: Option<Uuid>,
    stop: &CancelToken,
    out: &mut Out,
) -> Result<()> {
    match answer {
        Ok(answer) => ended(library, &answer, report, stop, out),
        // Whoever reads events gets this one as an event, too.
        Err(error) if out.is_json => failed(&error, out),
        Err(error) => Err(error),
    }
}

/// Tells the events of a turn while it is carried out.
fn stream_turn(out: &mut Out, carry_out: impl FnOnce(TurnEventSink<'_>) -> Result<MessageView>) -> Result<MessageView> {
    let mut printed = Ok(());
    let answer = carry_out(&mut |event| {
        if printed.is_ok() {
            printed = print_event(&event, out);
        }
    });
    printed.and(answer)
}

fn send_message(library: &Library, args: &ChatArgs, stop: &CancelToken, out: &mut Out) -> Result<MessageView> {
    let discovery = library.names().find_discovery(&args.discovery)?;
    let find = |name: &String| library.chat().find_conversation(discovery, name);
    let conversation: Option<Uuid> = args.conversation.as_ref().map(find).transpose()?;
    let scope: Vec<Uuid> =
        args.scope.iter().map(|name| library.names().find_input(name, Some(discovery))).collect::<Result<_>>()?;
    let ask = TurnRequest {
        text: args.message.clone(),
        mentions: args.mentions.clone(),
        items: Some(args.items.clone()),
        mode: args.mode.map(Into::into),
        scope: Some(scope).filter(|scope| !scope.is_empty()),
    };
    stream_turn(out, |hear| library.chat().send(discovery, conversation, &ask, stop, hear))
}

fn print_event(event: &TurnEvent<'_>, out: &mut Out) -> Result<()> {
    match event {
        TurnEvent::Token(text) if out.is_json => line(&json!({ "event": "token", "text": text }), out),
        TurnEvent::Token(text) => out.at_once(text),
        TurnEvent::ToolCall(card) if out.is_json => {
            let call = json!({
                "event": "tool_call", "tool": card.tool.as_str(), "params": card.params, "card": card.id,
            });
            line(&call, out)
        }
        TurnEvent::Suggestion(suggestion) if out.is_json => {
            let mut event = report_suggestion(suggestion);
            event["event"] = json!("suggestion");
            line(&event, out)
        }
        _ => Ok(()),
    }
}

fn ended(
    library: &Library,
    answer: &MessageView,
    report: Option<Uuid>,
    stop: &CancelToken,
    out: &mut Out,
) -> Result<()> {
    if !out.is_json {
        out.at_once("\n")?;
        for card in &answer.cards {
            out.at_once(&format!("  {}  {}\n", card.id, sentence(card)))?;
        }
    }
    if let Some(grounding) = &answer.grounding {
        print_sources(grounding, out)?;
    }
    match (&answer.error, answer.state) {
        (Some(error), MessageState::Failed) if out.is_json => return failed(error, out),
        (Some(error), MessageState::Failed) => {
            out.failed(error);
            return Ok(());
        }
        (Some(error), _) => out.note(&error.to_string()),
        (None, _) => {}
    }
    let waiting = report.map(|report| library.reports().show(report)).transpose()?.map_or(0, |view| view.waiting);
    if out.is_json {
        let mut done = done(answer);
        if let Some(report) = report {
            done["updatedSections"] = sections(&library.reports().draft_of(report, answer.id)?);
        }
        line(&done, out)?;
    } else if waiting > 0 {
        out.note("Suggestions wait: `factly report suggestion list`, `accept` and `reject` decide.");
    } else if !answer.cards.is_empty() {
        out.note("Nothing is changed yet: `factly card confirm` and `factly card cancel` decide.");
    }
    if answer.state == MessageState::Stopped {
        out.failed(&Error::new(Code::Cancelled, "The answer was stopped.").kept("What had come is kept."));
    }
    match library.chat().feed_turn(answer.id, stop) {
        Ok(FeedReport { unread: Some(error), .. }) | Err(error) => {
            out.note(&format!("What was said is not read for facts yet. {error}"));
        }
        Ok(fed) if fed.facts > 0 && !out.is_json => match fed.facts {
            1 => out.note("1 fact was read from this."),
            several => out.note(&format!("{several} facts were read from this.")),
        },
        Ok(_) => {}
    }
    Ok(())
}

fn done(answer: &MessageView) -> Value {
    let mut done = json!({ "event": "done", "message_id": answer.id, "state": answer.state.as_str() });
    if let Some(grounding) = &answer.grounding {
        done["text"] = json!(answer.text);
        done["removed"] = json!(grounding.removed);
        done["unsupported"] = grounding.unsupported.iter().map(unsupported).collect();
        done["guard"] = json!(grounding.origin == ReplyOrigin::Guard);
        done["fallback"] = json!(grounding.origin == ReplyOrigin::Fallback);
        done["by_words"] = json!(grounding.by_words.as_ref().map(UserMessage::to_string));
    }
    done
}

fn unsupported(marked: &Unsupported) -> Value {
    let missing: Vec<&str> = marked.missing.iter().map(|missing| missing.text.as_str()).collect();
    json!({ "text": marked.text, "why": marked.why.as_str(), "missing": missing })
}

fn source(source: &SourceView) -> Value {
    let input =
        source.input.as_ref().map(|input| json!({ "id": input.id, "label": input.label, "title": input.title }));
    json!({
        "id": source.id,
        "text": source.text,
        "input": input,
        "quote": source.quote,
        "place": source.place,
        "start_char": source.start,
        "end_char": source.end,
    })
}

fn print_sources(grounding: &Grounding, out: &mut Out) -> Result<()> {
    if out.is_json {
        let sources: Vec<Value> = grounding.sources.iter().map(source).collect();
        return line(&json!({ "event": "sources", "sources": sources }), out);
    }
    for source in &grounding.sources {
        let of = source.input.as_ref().map_or("", |input| input.title.as_str());
        let location = source.place.as_ref().map(|location| format!(", {location}")).unwrap_or_default();
        out.at_once(&format!("  {}  {of}{location}: “{}”\n", source.id, short(&source.quote, 160)))?;
    }
    for marked in &grounding.unsupported {
        let why = match marked.why {
            CitationFault::NotInSource => "not in the source",
            CitationFault::NoSource => "no source",
        };
        out.note(&format!("{why}: {}", short(&marked.text, 160)));
    }
    Ok(())
}

fn failed(error: &Error, out: &mut Out) -> Result<()> {
    line(&json!({ "event": "error", "error": error.to_string(), "code": error.code.as_str() }), out)?;
    out.failed(error);
    Ok(())
}

fn line(event: &Value, out: &mut Out) -> Result<()> {
    out.at_once(&format!("{event}\n"))
}

fn sentence(card: &CardView) -> String {
    match &card.shown {
        CardContent::Add(shown) if shown.links.is_empty() => {
            format!("add {}: {}", shown.kind.as_str(), short(&shown.text, 200))
        }
        CardContent::Add(shown) => {
            let from: Vec<_> = shown.links.iter().map(|named| named.label).collect();
            let from = labels(&from).join(", ");
            format!("add {} from {from}: {}", shown.kind.as_str(), short(&shown.text, 200))
        }
        CardContent::Delete(shown) => {
            let doomed: Vec<_> = shown.entities.iter().map(|doomed| doomed.label).collect();
            let doomed = labels(&doomed).join(", ");
            match shown.downstream_total {
                0 => format!("delete {doomed}"),
                marked => format!("delete {doomed}, which marks {marked}"),
            }
        }
        CardContent::Edit(shown) => format!("edit {}: {}", shown.label, short(&shown.after, 200)),
    }
}
