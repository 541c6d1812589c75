//! Enums whose variants have names, under which they are stored and sent.

/// Declares an enum with the name of each variant behind `=`: `ALL` of them in their order, `as_str` and `parse`, and
/// serde by these names.
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$of_variant:meta])* $variant:ident = $word:literal),+ $(,)?
    }) => {
        $(#[$meta])*
        $vis enum $name { $($(#[$of_variant])* $variant),+ }

        impl $name {
            $vis const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            $vis const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            $vis fn parse(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|known| known.as_str() == word)
            }
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.as_str())
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let word: ::std::borrow::Cow<'_, str> = $crate::serde::Deserialize::deserialize(from)?;
                let unknown = || $crate::serde::de::Error::unknown_variant(&word, &[$($word),+]);
                Self::parse(&word).ok_or_else(unknown)
            }
        }
    };
}
