//! Enums that stand on the wire as they stand in the domain, variant for variant.
//!
//! They are written twice on purpose: a variant that is renamed in the domain must not change what the window was
//! promised. The compiler sees to it that none is forgotten.

/// Conversion from a domain enum to its mirror on the wire.
macro_rules! from_domain {
    ($wire:ty, $domain:ty { $($variant:ident),+ $(,)? }) => {
        impl From<$domain> for $wire {
            fn from(value: $domain) -> Self {
                match value { $(<$domain>::$variant => Self::$variant),+ }
            }
        }
    };
}

/// Conversion both ways, for what the window also says.
macro_rules! both_ways {
    ($wire:ty, $domain:ty { $($variant:ident),+ $(,)? }) => {
        $crate::wire::mirror::from_domain!($wire, $domain { $($variant),+ });
        impl From<$wire> for $domain {
            fn from(value: $wire) -> Self {
                match value { $(<$wire>::$variant => Self::$variant),+ }
            }
        }
    };
}

pub(crate) use {both_ways, from_domain};
