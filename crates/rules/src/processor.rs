//! Whether this processor has what the program was compiled for.
//!
//! The build chooses the instructions (`RUSTFLAGS`); a processor that lacks some of them
//! would end the program with an illegal instruction sooner or later. Programs ask here before they
//! do anything else. The standard library cannot tell: it takes for granted what it is compiled for.

/// The first instruction set that this code was compiled for and the processor does not have;
/// `None` on every processor that can run it.
///
/// ```
/// assert_eq!(quintain_rules::processor::missing(), None);
/// ```
#[cfg(target_arch = "x86_64")]
pub fn missing() -> Option<&'static str> {
    let processor = raw_cpuid::CpuId::new();
    let basic = processor.get_feature_info();
    let extended = processor.get_extended_feature_info();
    let further = processor.get_extended_processor_and_feature_identifiers();
    macro_rules! check {
        ($($set:tt: $info:ident.$has:ident;)*) => {
            $(if cfg!(target_feature = $set) && !$info.as_ref().is_some_and(|info| info.$has()) {
                return Some($set);
            })*
        };
    }
    // What x86-64-v2, v3 and v4 are made of.
    check! {
        "sse3": basic.has_sse3;
        "ssse3": basic.has_ssse3;
        "sse4.1": basic.has_sse41;
        "sse4.2": basic.has_sse42;
        "popcnt": basic.has_popcnt;
        "avx": basic.has_avx;
        "f16c": basic.has_f16c;
        "fma": basic.has_fma;
        "movbe": basic.has_movbe;
        "avx2": extended.has_avx2;
        "bmi1": extended.has_bmi1;
        "bmi2": extended.has_bmi2;
        "lzcnt": further.has_lzcnt;
        "avx512f": extended.has_avx512f;
    }
    None
}

/// Other processors are compiled for what all of their kind have.
#[cfg(not(target_arch = "x86_64"))]
pub fn missing() -> Option<&'static str> {
    None
}
