//! Enums that stand on the wire as they stand in the domain, variant for variant.
//!
//! They are named here again on purpose: a variant that is renamed in the domain must not change what the window was
//! promised. The compiler sees to it that none is forgotten.

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
    };
}

pub(crate) use wire_enum;
