//! Types that stand on the wire much as they stand in the domain, each declared together with its conversion.
//!
//! They are named again on purpose: what is renamed in the domain must not change what the window was promised. The
//! compiler sees to it that nothing is forgotten.

use std::collections::BTreeMap;

use factly_core::{discovery::EntityLabel, questions::QuestionName, values::PartialDate};
use uuid::Uuid;

/// A struct whose conversion is written by hand, as a field of another.
macro_rules! wire_from {
    ($wire:ty = $domain:ty) => {
        impl $crate::wire::mirror::Wire<$wire> for $domain {
            fn wire(self) -> $wire {
                self.into()
            }
        }
    };
}

/// Declares an enum of the wire and its conversions from and to the domain's.
macro_rules! wire_enum {
    ($(#[$meta:meta])* $wire:ident = $domain:ty { $($(#[$of_variant:meta])* $variant:ident),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, specta::Type)]
        #[serde(rename_all = "snake_case")]
        pub enum $wire { $($(#[$of_variant])* $variant),+ }

        impl From<$domain> for $wire {
            fn from(value: $domain) -> Self {
                match value { $(<$domain>::$variant => Self::$variant),+ }
            }
        }

        impl From<$wire> for $domain {
            fn from(value: $wire) -> Self {
                match value { $(<$wire>::$variant => Self::$variant),+ }
            }
        }

        wire_from!($wire = $domain);
    };
}

/// Declares a struct of the wire and its conversion from the domain's: each field from the one of its name by
/// [`Wire`], or from what is said after `=` of the value that is named after `as`.
macro_rules! wire_struct {
    (@value $from:ident $field:ident) => {
        $crate::wire::mirror::Wire::wire($from.$field)
    };
    (@value $from:ident $field:ident $value:expr) => {
        $value
    };
    ($(#[$meta:meta])* $wire:ident = $domain:ty {
        $($(#[$of_field:meta])* $field:ident: $type:ty),+ $(,)?
    }) => {
        wire_struct! {
            $(#[$meta])* $wire = $domain as from { $($(#[$of_field])* $field: $type),+ }
        }
    };
    ($(#[$meta:meta])* $wire:ident = $domain:ty as $from:ident {
        $($(#[$of_field:meta])* $field:ident: $type:ty $(= $value:expr)?),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, serde::Serialize, specta::Type)]
        #[serde(rename_all = "camelCase")]
        pub struct $wire { $($(#[$of_field])* pub $field: $type),+ }

        impl From<$domain> for $wire {
            fn from($from: $domain) -> Self {
                Self { $($field: wire_struct!(@value $from $field $($value)?)),+ }
            }
        }

        wire_from!($wire = $domain);
    };
}

/// A value of the domain as it stands on the wire.
pub(crate) trait Wire<T> {
    fn wire(self) -> T;
}

impl<D: Wire<W>, W> Wire<Vec<W>> for Vec<D> {
    fn wire(self) -> Vec<W> {
        self.into_iter().map(Wire::wire).collect()
    }
}

impl<D: Wire<W>, W> Wire<Option<W>> for Option<D> {
    fn wire(self) -> Option<W> {
        self.map(Wire::wire)
    }
}

macro_rules! wire_value {
    ($($domain:ty => $wire:ty: $value:ident => $how:expr;)+) => {
        $(impl Wire<$wire> for $domain {
            fn wire(self) -> $wire {
                let $value = self;
                $how
            }
        })+
    };
}

wire_value! {
    String => String: text => text;
    &'static str => String: text => text.to_owned();
    BTreeMap<String, Vec<String>> => BTreeMap<String, Vec<String>>: map => map;
    bool => bool: is => is;
    f64 => f64: number => number;
    i64 => i64: number => number;
    u16 => u16: number => number;
    u32 => u32: number => number;
    i64 => u32: number => super::count(number);
    usize => u32: number => super::count(number);
    u64 => u32: number => super::count(number);
    u64 => i64: number => i64::try_from(number).unwrap_or(i64::MAX);
    Uuid => Uuid: id => id;
    Uuid => String: id => id.to_string();
    PartialDate => String: date => date.to_string();
    QuestionName => String: name => name.to_string();
    EntityLabel => String: label => label.to_string();
}

pub(crate) use {wire_enum, wire_from};
