//! Recipes: those that are shipped, and the analyst's own, each of the discovery that it was made in.

use factly_core::message::UserMessage;
use std::collections::HashSet;

use factly_core::long_documents::path::slug;
use factly_core::long_documents::recipe::{Recipe, shipped};
use factly_core::message;
use uuid::Uuid;

use super::{LongDocuments, to_json};
use crate::error::{Error, Result};
use crate::lookup::{checked_title, discovery_row};
use crate::store::document_recipes::RecipeRow;
use crate::store::{DiscoverySeq, Op, Reader, Stack, Writer};

/// The origin of a recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecipeOrigin {
    Shipped,
    /// The discovery's own, to be changed there.
    Own,
    /// Of another discovery of the library.
    Elsewhere,
}

/// A recipe that a document can be made by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownRecipe {
    pub recipe: Recipe,
    pub origin: RecipeOrigin,
}

impl LongDocuments<'_> {
    /// Returns the recipes that are shipped, those of a discovery, and those of the others; one a name, in this order.
    pub fn recipes(&self, discovery: Option<Uuid>) -> Result<Vec<KnownRecipe>> {
        self.ctx.read(|r| {
            let here = discovery.map(|id| discovery_row(r, id)).transpose()?.map(|row| row.seq);
            let (own, others): (Vec<_>, Vec<_>) =
                stored_recipes(r)?.into_iter().partition(|(row, _)| Some(row.discovery) == here);
            let from = |origin| move |recipe| KnownRecipe { recipe, origin };
            let recipes = |rows: Vec<(RecipeRow, Recipe)>| rows.into_iter().map(|(_, recipe)| recipe);
            let all = shipped().into_iter().map(from(RecipeOrigin::Shipped));
            let all = all.chain(recipes(own).map(from(RecipeOrigin::Own)));
            let all = all.chain(recipes(others).map(from(RecipeOrigin::Elsewhere)));
            let mut names = HashSet::new();
            Ok(all.filter(|known| names.insert(known.recipe.name.clone())).collect())
        })
    }

    /// Returns the recipe that a discovery knows by this name.
    pub fn recipe(&self, discovery: Uuid, name: &str) -> Result<Recipe> {
        recipe_named(name, self.recipes(Some(discovery))?)
    }

    /// Keeps a recipe in a discovery, in the place of its own one that is called `of`, or else of the same name.
    pub fn save_recipe(&self, discovery: Uuid, json: &str, of: Option<&str>) -> Result<Recipe> {
        let recipe = checked_recipe(json)?;
        let of = of.unwrap_or(&recipe.name).to_owned();
        self.change_recipe(discovery, message!("Keep the recipe {}", recipe.title), |w, discovery, own| {
            put(w, discovery, own, (&of, &recipe))
        })?;
        Ok(recipe)
    }

    /// Calls one of a discovery's own recipes otherwise: its name follows its title.
    pub fn rename_recipe(&self, discovery: Uuid, name: &str, title: &str) -> Result<Recipe> {
        let title = checked_title(title)?;
        let step = message!("Rename the recipe {}", name);
        self.change_recipe(discovery, step, |w, discovery, own| {
            let (_, stored) = find(own, name)?;
            let renamed = Recipe { name: slug(&title), title: title.clone(), ..stored.clone() };
            put(w, discovery, own, (name, &renamed))?;
            Ok(renamed)
        })
    }

    /// Takes one of a discovery's own recipes away. Documents that were made by it keep theirs.
    pub fn delete_recipe(&self, discovery: Uuid, name: &str) -> Result<()> {
        self.change_recipe(discovery, message!("Delete the recipe {}", name), |w, _, own| {
            let (row, _) = find(own, name)?;
            Ok(w.hide_document_recipe(row.seq)?)
        })
    }

    fn change_recipe<T>(
        &self,
        discovery: Uuid,
        step: UserMessage,
        change: impl FnOnce(&mut Writer<'_>, DiscoverySeq, &[(RecipeRow, Recipe)]) -> Result<T>,
    ) -> Result<T> {
        let seq = self.ctx.read(|r| discovery_row(r, discovery))?.seq;
        let written = self.ctx.write(Op::named(Stack::Discovery(seq), step), |w| {
            let mut own = stored_recipes(w)?;
            own.retain(|(row, _)| row.discovery == seq);
            change(w, seq, &own)
        })?;
        Ok(written.value)
    }
}

/// Reads a recipe, or says all that is wrong with it.
fn checked_recipe(json: &str) -> Result<Recipe> {
    Recipe::parse(json).map_err(|faults| {
        let messages: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Error::invalid(message!("The recipe is refused: {}.", messages.join("; ")))
    })
}

/// A recipe that is known by its name, or one given as JSON.
fn recipe_named(named: &str, known: Vec<KnownRecipe>) -> Result<Recipe> {
    if named.trim_start().starts_with('{') {
        return checked_recipe(named);
    }
    let names: Vec<String> = known.iter().map(|known| known.recipe.name.clone()).collect();
    let unknown = || {
        Error::not_found(message!("There is no recipe “{}”.", named)).hint(message!("There are: {}.", names.join(", ")))
    };
    known.into_iter().map(|known| known.recipe).find(|recipe| recipe.name == named).ok_or_else(unknown)
}

/// The newest first. What cannot be read, since a later version wrote it, is left alone.
fn stored_recipes(r: &Reader) -> Result<Vec<(RecipeRow, Recipe)>> {
    let rows = r.document_recipes()?.into_iter();
    Ok(rows.filter_map(|row| Recipe::parse(&row.recipe).ok().map(|recipe| (row, recipe))).collect())
}

fn find<'k>(own: &'k [(RecipeRow, Recipe)], name: &str) -> Result<&'k (RecipeRow, Recipe)> {
    own.iter().find(|(_, recipe)| recipe.name == name).ok_or_else(|| {
        Error::not_found(message!("This discovery has no recipe “{}” of its own.", name))
            .hint("`factly document recipes D` names them; one of another discovery is copied first.")
    })
}

fn put(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    own: &[(RecipeRow, Recipe)],
    (of, recipe): (&str, &Recipe),
) -> Result<()> {
    let is_taken = |name: &str| find(own, name).is_ok() && name != of;
    if is_taken(&recipe.name) || shipped().iter().any(|other| other.name == recipe.name) {
        return Err(Error::refused(message!("There is a recipe “{}” already.", recipe.name))
            .kept("Nothing was changed.")
            .hint("Give it another name."));
    }
    let json = to_json(recipe)?;
    match find(own, of) {
        Ok((row, _)) => Ok(w.set_document_recipe(row.seq, &json)?),
        Err(_) => Ok(w.insert_document_recipe(discovery, &json)?),
    }
}
