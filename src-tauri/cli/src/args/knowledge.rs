//! Blocks, and what a model would add to them.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Subcommand)]
pub(crate) enum BlockCommand {
    /// The blocks of a discovery, or of one of its items, and how much each says
    List(BlockScope),
    /// Show the blocks, each line with its fact
    Show {
        #[command(flatten)]
        scope: BlockScope,
        /// Only this block, as `project.budget`
        #[arg(value_name = "BLOCK")]
        block: Option<String>,
        /// Print Markdown
        #[arg(long)]
        markdown: bool,
        /// As they stood just after a step, or at a time, and what changed since: 12, 2026-03-01, 2026-03-01T14:30:00Z
        #[arg(long, value_name = "STEP|TIME")]
        as_of: Option<String>,
    },
    /// Let a model propose what is worth adding: questions, checks, constraints, notes; you take over what is
    Enrich {
        #[command(flatten)]
        scope: BlockScope,
        /// Only print the prompt, for any model
        #[arg(long, conflicts_with_all = ["answer", "take"])]
        prompt: bool,
        /// Read this answer (`-` reads standard input) and ask nobody
        #[arg(long, value_name = "FILE")]
        answer: Option<PathBuf>,
        /// Take these over, by their numbers in what is printed, or all of them
        #[arg(long, value_name = "N,N…|all")]
        take: Option<String>,
    },
}

#[derive(Args)]
pub(crate) struct BlockScope {
    /// An id or a title
    #[arg(value_name = "D")]
    pub(crate) discovery: String,
    /// An item's reference, as `i1`; without it, the project
    #[arg(long, value_name = "ITEM")]
    pub(crate) item: Option<String>,
}
