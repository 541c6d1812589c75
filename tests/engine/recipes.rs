//! Recipes of one's own: kept, called otherwise, deleted, taken back, and carried by what is exported.

use factly_core::discovery::EntityKind;
use factly_engine::Library;
use factly_engine::error::Code;
use factly_engine::long_documents::{RecipeOrigin, RunRequest};
use factly_engine::task::CancelToken;
use factly_engine::transfer::{ImportMode, Repairs};
use uuid::Uuid;

use super::library::{Fixture, empty};
use super::transfer::fixture::export;

/// The recipe that needs no model, under another name.
fn own(library: &Library, name: &str) -> String {
    let shipped = library.long_documents().recipes(None).unwrap().into_iter().map(|known| known.recipe);
    let mut recipe = shipped.into_iter().find(|recipe| recipe.name == "report-from-graph").unwrap();
    (recipe.name, recipe.title) = (name.to_owned(), name.to_uppercase());
    recipe.to_json()
}

/// A discovery with something to report on.
fn recommending(at: &Fixture, title: &str) -> Uuid {
    let discovery = at.discovery(title);
    at.add_entity(discovery, EntityKind::Fact, "The wall costs €2 m.", &[]);
    at.add_entity(discovery, EntityKind::Insight, "The wall is cheap.", &["F-1"]);
    at.add_entity(discovery, EntityKind::Recommendation, "Build the wall", &["N-1"]);
    discovery
}

/// Those that are not shipped, each with whether it is the discovery's own.
fn known(library: &Library, discovery: Uuid) -> Vec<(String, bool)> {
    let all = library.long_documents().recipes(Some(discovery)).unwrap().into_iter();
    let saved = all.filter(|known| known.origin != RecipeOrigin::Shipped);
    saved.map(|known| (known.recipe.name, known.origin == RecipeOrigin::Own)).collect()
}

#[test]
fn one_is_kept_found_by_its_name_and_never_in_the_place_of_a_shipped_one() {
    let at = empty();
    let (discovery, documents) = (recommending(&at, "Wall"), at.library.long_documents());
    let json = own(&at.library, "mine");
    let shipped = json.replace("\"mine\"", "\"brief\"");
    assert_eq!(documents.save_recipe(discovery, &shipped, None).unwrap_err().code, Code::Refused);
    documents.save_recipe(discovery, &json, None).unwrap();
    documents.save_recipe(discovery, &json, None).unwrap();
    assert_eq!(known(&at.library, discovery), [("mine".to_owned(), true)], "once");
    let run = documents.start(discovery, &RunRequest { recipe: "mine".to_owned(), ..RunRequest::default() }).unwrap();
    assert_eq!(documents.work(run, &CancelToken::default(), &|_| {}).unwrap().state, "completed");
    let error = documents.save_recipe(discovery, &json.replace("\"format\": 1", "\"format\": 7"), None).unwrap_err();
    assert!(error.code == Code::Invalid && error.message.to_string().contains("format"), "{error}");
}

#[test]
fn it_is_called_otherwise_and_deleted_and_each_is_taken_back() {
    let at = empty();
    let (discovery, documents) = (at.discovery("Wall"), at.library.long_documents());
    let names = || known(&at.library, discovery).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    let undo = || at.library.undo().undo(Some(discovery)).unwrap().done.unwrap();
    documents.save_recipe(discovery, &own(&at.library, "first"), None).unwrap();
    documents.save_recipe(discovery, &own(&at.library, "second"), Some("first")).unwrap();
    assert_eq!(names(), ["second"], "in the place of the first");
    documents.save_recipe(discovery, &own(&at.library, "first"), None).unwrap();
    let taken = documents.rename_recipe(discovery, "first", "Second").unwrap_err();
    assert_eq!((taken.code, names().len()), (Code::Refused, 2), "a name is there once");
    let renamed = documents.rename_recipe(discovery, "first", " Für den  Rat ").unwrap();
    assert_eq!((renamed.title.as_str(), names()[0].as_str()), ("Für den Rat", renamed.name.as_str()));
    documents.delete_recipe(discovery, "second").unwrap();
    assert_eq!(names(), [renamed.name.as_str()]);
    assert_eq!(documents.delete_recipe(discovery, "brief").unwrap_err().code, Code::NotFound, "no shipped one");
    assert_eq!(undo(), "Delete the recipe second");
    assert_eq!(undo(), "Rename the recipe first");
    assert_eq!(names(), ["first", "second"]);
    assert_eq!(undo(), "Keep the recipe FIRST");
    assert_eq!(undo(), "Keep the recipe SECOND");
    assert_eq!(names(), ["first"], "as it was before it was replaced");
}

#[test]
fn others_of_the_library_use_it_and_change_a_copy() {
    let at = empty();
    let (wall, farm) = (at.discovery("Wall"), recommending(&at, "Farm"));
    let documents = at.library.long_documents();
    documents.save_recipe(wall, &own(&at.library, "mine"), None).unwrap();
    assert_eq!(known(&at.library, farm), [("mine".to_owned(), false)]);
    assert!(documents.start(farm, &RunRequest { recipe: "mine".to_owned(), ..RunRequest::default() }).is_ok());
    assert_eq!(documents.rename_recipe(farm, "mine", "Ours").unwrap_err().code, Code::NotFound);
    documents.save_recipe(farm, &own(&at.library, "mine"), None).unwrap();
    assert_eq!(known(&at.library, farm), [("mine".to_owned(), true)], "its own one comes first");
    at.library.discoveries().delete(wall).unwrap();
    documents.delete_recipe(farm, "mine").unwrap();
    assert_eq!(known(&at.library, farm), [], "a recipe goes with its discovery");
}

#[test]
fn an_export_carries_it_and_no_other_discovery_s() {
    let at = empty();
    let (wall, farm) = (at.discovery("Wall"), at.discovery("Farm"));
    at.library.long_documents().save_recipe(wall, &own(&at.library, "mine"), None).unwrap();
    assert!(!export(&at.library, &[farm]).contains("\"recipes\":[\n"), "another's stays at home");
    let exported = export(&at.library, &[wall]);
    let other = empty();
    let here = other.import(&exported).unwrap()[0].id;
    assert_eq!(known(&other.library, here), [("mine".to_owned(), true)]);
    assert_eq!(export(&other.library, &[here]), exported);
    other.library.long_documents().delete_recipe(here, "mine").unwrap();
    other.import_as(&exported, ImportMode::Merge, &Repairs::default()).unwrap();
    assert_eq!(export(&other.library, &[here]), exported, "a merge brings it back");
    let broken = exported.replace("\"format\":1,\"name\":\"mine\"", "\"format\":1,\"name\":\"No slug\"");
    assert_ne!(broken, exported);
    let found = empty().preview(&broken, ImportMode::Add).findings;
    assert_eq!(found[0].location.pointer, "/factly/recipes/0/recipe", "{found:?}");
}
