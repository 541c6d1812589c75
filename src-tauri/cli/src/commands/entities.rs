//! The five columns: adding, editing, linking, putting aside and looking at what was marked.

use std::io::{self, Write};

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_engine::Library;
use factly_engine::discovery::{AddOutcome, Entity, EntityDetail, KeptFact, NewEntity, Pipeline, StateSet};
use factly_engine::error::Result;
use factly_engine::facts::DuplicateHold;
use factly_engine::marks::EditOutcome;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::args::{EntityCommand, EntityNames, LinkEnds};
use crate::json;
use crate::lines::{print_duplicate_holds, print_duplicates, print_marks, print_note};
use crate::out::{Out, short, table};
use crate::progress::ProgressLine;
use crate::resolve::duplicate_policy;

pub(super) fn run(library: &Library, command: EntityCommand, out: &mut Out) -> Result<()> {
    match command {
        EntityCommand::Add { discovery, kind, text, from, output_type, anyway } => {
            let output_type = output_type.map(Into::into);
            let entity = NewEntity { from, output_type, ..NewEntity::by_hand(kind.into(), text) };
            let discovery = library.names().find_discovery(&discovery)?;
            print_added(
                library,
                discovery,
                &library.pipeline().add_entity(discovery, &entity, duplicate_policy(anyway))?,
                out,
            )
        }
        EntityCommand::List { discovery, kind } => {
            let found =
                library.pipeline().entities(library.names().find_discovery(&discovery)?, kind.map(Into::into))?;
            out.print(|| found.iter().map(json::entity).collect(), |lines| table(lines, &rows(&found)))
        }
        EntityCommand::Show { entity } => {
            let detail =
                library.pipeline().entity_detail(library.names().find_discovery(&entity.discovery)?, entity.label)?;
            out.print(|| json::entity_detail(&detail), |lines| print_detail(&detail, lines))
        }
        EntityCommand::Edit { entity, text, output_type } => {
            let discovery = library.names().find_discovery(&entity.discovery)?;
            let edited = library.pipeline().edit_entity(discovery, entity.label, &text, output_type.map(Into::into))?;
            print_edited(library, discovery, &edited, out)
        }
        EntityCommand::Restore { entity, version } => {
            let discovery = library.names().find_discovery(&entity.discovery)?;
            print_edited(
                library,
                discovery,
                &library.pipeline().restore_entity_version(discovery, entity.label, version)?,
                out,
            )
        }
        EntityCommand::Link { ends } => link(library, &ends, out, |pipeline, id, pairs| pipeline.link_pairs(id, pairs)),
        EntityCommand::Unlink { ends } => {
            link(library, &ends, out, |pipeline, id, pairs| pipeline.unlink_pairs(id, pairs))
        }
        other => change(library, other, out),
    }
}

/// Carries out the commands on several entities at once.
fn change(library: &Library, command: EntityCommand, out: &mut Out) -> Result<()> {
    match command {
        EntityCommand::Archive { entities, back } => marking(library, &entities, out, |discovery, labels| {
            library.pipeline().archive_entities(discovery, labels, !back)
        }),
        EntityCommand::Delete { entities } => {
            let discovery = library.names().find_discovery(&entities.discovery)?;
            let marked = library.pipeline().delete_entities(discovery, &entities.labels)?;
            print_marked(&marked, Vec::new(), out)
        }
        EntityCommand::Review { entities } => {
            marking(library, &entities, out, |discovery, labels| library.pipeline().review_entities(discovery, labels))
        }
        EntityCommand::Status { entities, state, anyway } => {
            let discovery = library.names().find_discovery(&entities.discovery)?;
            let set = library.pipeline().set_entity_state_checked(
                discovery,
                &entities.labels,
                state.into(),
                duplicate_policy(anyway),
            )?;
            print_state(library, discovery, &entities.labels, &set, out)
        }
        EntityCommand::Move { entities, before } => marking(library, &entities, out, |discovery, labels| {
            library.pipeline().move_entities(discovery, labels, before).map(|()| Vec::new())
        }),
        EntityCommand::Variants { entities } => marking(library, &entities, out, |discovery, labels| {
            library.duplicates().keep_variants(discovery, labels).map(|()| Vec::new())
        }),
        EntityCommand::Merge { discovery, keep, dropped, accept } => {
            let discovery = library.names().find_discovery(&discovery)?;
            let retained = if accept { KeptFact::Accepted } else { KeptFact::AsDropped };
            library.pipeline().merge_keeping(discovery, keep, &dropped, retained)?;
            print_one(&library.pipeline().entity(discovery, keep)?, out)
        }
        _ => Ok(()),
    }
}

pub(super) fn duplicates(library: &Library, discovery: &str, kind: Option<EntityKind>, out: &mut Out) -> Result<()> {
    let discovery = library.names().find_discovery(discovery)?;
    let kinds: Vec<EntityKind> = kind.map_or_else(|| EntityKind::ALL.to_vec(), |kind| vec![kind]);
    let mut groups = Vec::new();
    for kind in kinds {
        groups.extend(library.duplicates().scan_duplicates(discovery, kind, &ProgressLine::new())?);
    }
    out.print(
        || {
            let scored = |group: &factly_engine::duplicates::DuplicateGroup| {
                json!({
                    "labels": json::labels(&group.labels),
                    "texts": group.texts,
                    "score": group.score,
                    "reason": group.reason.to_string(),
                })
            };
            json!({
                "groups": groups.iter().map(|group| json::labels(&group.labels)).collect::<Vec<_>>(),
                "details": groups.iter().map(scored).collect::<Vec<_>>(),
            })
        },
        |lines| {
            for group in &groups {
                writeln!(lines, "{:.2}  {}", group.score, group.reason)?;
                let row = |(label, text): (&EntityLabel, &String)| vec![format!("  {label}"), short(text, 100)];
                table(lines, &group.labels.iter().zip(&group.texts).map(row).collect::<Vec<_>>())?;
            }
            writeln!(lines, "{} groups.", groups.len())
        },
    )
}

fn link(
    library: &Library,
    ends: &LinkEnds,
    out: &mut Out,
    change: impl FnOnce(Pipeline<'_>, Uuid, &[(EntityLabel, EntityLabel)]) -> Result<()>,
) -> Result<()> {
    let discovery = library.names().find_discovery(&ends.discovery)?;
    let pairs: Vec<_> = ends.others.iter().chain(&ends.from).map(|other| (ends.label, *other)).collect();
    change(library.pipeline(), discovery, &pairs)?;
    print_one(&library.pipeline().entity(discovery, ends.label)?, out)
}

fn marking(
    library: &Library,
    entities: &EntityNames,
    out: &mut Out,
    change: impl FnOnce(Uuid, &[EntityLabel]) -> Result<Vec<EntityLabel>>,
) -> Result<()> {
    let discovery = library.names().find_discovery(&entities.discovery)?;
    let marked = change(discovery, &entities.labels)?;
    let changed = entities.labels.iter().map(|label| library.pipeline().entity(discovery, *label));
    print_marked(&marked, changed.collect::<Result<_>>()?, out)
}

fn print_marked(marked: &[EntityLabel], entities: Vec<Entity>, out: &mut Out) -> Result<()> {
    out.print(
        || {
            let entities: Vec<Value> = entities.iter().map(json::entity).collect();
            json!({ "marked": json::labels(marked), "entities": entities })
        },
        |lines| {
            table(lines, &rows(&entities))?;
            print_marks(marked, lines)
        },
    )
}

/// Prints the outcome of a change of statuses, with the duplicate holds.
fn print_state(
    library: &Library,
    discovery: Uuid,
    labels: &[EntityLabel],
    set: &StateSet,
    out: &mut Out,
) -> Result<()> {
    let entities =
        labels.iter().map(|label| library.pipeline().entity(discovery, *label)).collect::<Result<Vec<_>>>()?;
    out.print(
        || {
            let held = |held: &DuplicateHold| {
                json::with(json!({ "label": held.label.to_string() }), json::duplicates(&held.duplicates))
            };
            json!({
                "marked": json::labels(&set.marked),
                "entities": entities.iter().map(json::entity).collect::<Vec<_>>(),
                "held_back": set.held_back.iter().map(held).collect::<Vec<_>>(),
                "note": set.note.as_ref().map(ToString::to_string),
            })
        },
        |lines| {
            print_note(set.note.as_ref(), lines)?;
            table(lines, &rows(&entities))?;
            set.held_back.iter().try_for_each(|held| print_duplicates(&held.duplicates, lines))?;
            print_marks(&set.marked, lines)
        },
    )?;
    print_duplicate_holds(&set.held_back, out);
    Ok(())
}

pub(super) fn print_added(library: &Library, discovery: Uuid, added: &AddOutcome, out: &mut Out) -> Result<()> {
    let entity = added.added.map(|label| library.pipeline().entity(discovery, label)).transpose()?;
    out.print(
        || {
            let duplicates: Vec<Value> = added.duplicates.iter().map(json::duplicate).collect();
            json!({ "added": entity.as_ref().map(json::entity), "duplicates": duplicates, "note": added.note.as_ref().map(ToString::to_string) })
        },
        |lines| {
            print_note(added.note.as_ref(), lines)?;
            print_duplicates(&added.duplicates, lines)?;
            match &entity {
                Some(entity) => table(lines, &rows(std::slice::from_ref(entity))),
                None => writeln!(lines, "Nothing was added; `--anyway` adds it."),
            }
        },
    )
}

fn print_edited(library: &Library, discovery: Uuid, edited: &EditOutcome, out: &mut Out) -> Result<()> {
    let entity = library.pipeline().entity(discovery, edited.label)?;
    out.print(
        || json::with(json::entity(&entity), json!({ "marked": json::labels(&edited.marked), "note": edited.note.as_ref().map(ToString::to_string) })),
        |lines| {
            print_note(edited.note.as_ref(), lines)?;
            table(lines, &rows(std::slice::from_ref(&entity)))?;
            print_marks(&edited.marked, lines)
        },
    )
}

fn print_one(entity: &Entity, out: &mut Out) -> Result<()> {
    out.print(|| json::entity(entity), |lines| table(lines, &rows(std::slice::from_ref(entity))))
}

fn rows(entities: &[Entity]) -> Vec<Vec<String>> {
    entities.iter().map(row).collect()
}

fn row(entity: &Entity) -> Vec<String> {
    let aside = if entity.archived { "archived" } else { "" };
    let from = json::labels(&entity.up).join(",");
    vec![
        entity.label.to_string(),
        format!("v{}", entity.version),
        entity.status.as_str().to_owned(),
        aside.to_owned(),
        from,
        short(&entity.text, 100),
    ]
}

fn print_detail(detail: &EntityDetail, lines: &mut dyn Write) -> io::Result<()> {
    table(lines, &rows(std::slice::from_ref(&detail.entity)))?;
    writeln!(lines, "{}", detail.text)?;
    if let Some(because) = &detail.entity.because {
        let from = because.from.as_deref().unwrap_or("something");
        writeln!(lines, "Marked because {from} was {}.", because.what.as_str())?;
    }
    for (name, ends) in [("From", &detail.up), ("Leads to", &detail.down)] {
        if !ends.is_empty() {
            writeln!(lines, "{name}:")?;
            let row = |end: &factly_engine::discovery::LinkEnd| {
                vec![format!("  {}", end.label), end.status.as_str().to_owned(), short(&end.text, 100)]
            };
            table(lines, &ends.iter().map(row).collect::<Vec<_>>())?;
        }
    }
    for version in detail.versions.iter().skip(1) {
        writeln!(lines, "v{}: {}", version.version, short(&version.text, 100))?;
    }
    Ok(())
}
