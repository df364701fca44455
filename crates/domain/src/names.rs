//! Names of enum variants in output and JSON.
//!
//! One list per enum yields its names, its `Display` and `ALL`, so that none of the three can lack a variant.

/// Implements `ALL`, `name` and `Display` for an enum. A doc comment before the enum is that of `ALL`.
macro_rules! names {
    ($(#[$doc:meta])* $type:ident { $($variant:ident => $name:literal,)+ }) => {
        impl $type {
            $(#[$doc])*
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// Its name in output and JSON.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

pub(crate) use names;
