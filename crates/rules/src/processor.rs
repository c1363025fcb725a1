//! Whether this processor has what the program was compiled for.
//!
//! The build chooses the instructions (`.cargo/config.toml`); a processor that lacks some of them
//! would end the program with an illegal instruction sooner or later. Programs ask here before they
//! do anything else.

/// The first instruction set that this code was compiled for and the processor does not have;
/// `None` on every processor that can run it. It allocates nothing, so that the compiler finds no
/// use for the instructions in question.
///
/// ```
/// assert_eq!(quintain_rules::processor::missing(), None);
/// ```
pub fn missing() -> Option<&'static str> {
    #[cfg(target_arch = "x86_64")]
    macro_rules! check {
        ($($set:tt),*) => {
            $(if cfg!(target_feature = $set) && !std::arch::is_x86_feature_detected!($set) {
                return Some($set);
            })*
        };
    }
    // What x86-64-v2, v3 and v4 are made of. Other processors are compiled for what all of their
    // kind have.
    #[cfg(target_arch = "x86_64")]
    check!(
        "sse3", "ssse3", "sse4.1", "sse4.2", "popcnt", "avx", "avx2", "bmi1", "bmi2", "f16c",
        "fma", "lzcnt", "movbe", "avx512f"
    );
    None
}
