//! The cases of `tests/fixtures/impact/cases.txt`, and how well a check tells them, beside marking all.
//!
//! `FACTLY_IMPACT_SHOW=1` prints the cases of the half `dev` that are told wrong.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "shared by a test and a bench"
)]

use factly_core::discovery::impact::impact;

/// A dependant of an edit.
#[derive(Clone, Debug)]
pub struct Case {
    pub half: String,
    pub language: String,
    pub old: String,
    pub new: String,
    pub dependant: String,
    pub touched: bool,
}

pub fn cases() -> Vec<Case> {
    let source = include_str!("../../fixtures/impact/cases.txt");
    let (mut half, mut language, mut old, mut new) = (String::new(), String::new(), String::new(), String::new());
    let mut found = Vec::new();
    for (sign, rest) in source.lines().filter_map(|line| line.split_once(' ')) {
        let text = rest.to_owned();
        match sign {
            "=" => {
                let mut words = rest.split(' ').map(str::to_owned);
                (half, language) = (words.next().unwrap(), words.next().unwrap());
            }
            "<" => old = text,
            ">" => new = text,
            "+" | "-" => found.push(Case {
                half: half.clone(),
                language: language.clone(),
                old: old.clone(),
                new: new.clone(),
                dependant: text,
                touched: sign == "+",
            }),
            _ => {}
        }
    }
    found
}

/// Counts for the share of touched entities that was marked, and of marked ones that is touched.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImpactScore {
    pub right: usize,
    pub marked: usize,
    pub touched: usize,
}

impl ImpactScore {
    pub fn recall(&self) -> f64 {
        self.right as f64 / self.touched.max(1) as f64
    }

    pub fn f1(&self) -> f64 {
        2.0 * self.right as f64 / (self.marked + self.touched).max(1) as f64
    }
}

pub fn marked(cases: &[Case], check: impl Fn(&Case) -> bool) -> ImpactScore {
    let mut all = ImpactScore::default();
    for case in cases {
        let is_marked = check(case);
        all.right += usize::from(is_marked && case.touched);
        all.marked += usize::from(is_marked);
        all.touched += usize::from(case.touched);
        if is_marked != case.touched && case.half == "dev" && std::env::var_os("FACTLY_IMPACT_SHOW").is_some() {
            let wrong = if case.touched { "missed" } else { "false " };
            println!("{wrong} {}\n    > {}\n    - {}", case.old, case.new, case.dependant);
        }
    }
    all
}

pub fn is_marked(case: &Case) -> bool {
    impact(&case.old, &case.new, &case.dependant).is_touched()
}

pub fn of_half(half: &str) -> Vec<Case> {
    cases().into_iter().filter(|case| case.half == half).collect()
}
