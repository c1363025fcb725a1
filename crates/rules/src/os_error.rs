//! What the operating system says is wrong, as messages: every program says it alike, in every
//! language.

use crate::{TEXTS, messages};
use std::io::{self, ErrorKind};

messages! {
    /// Why the operating system refuses something.
    #[non_exhaustive]
    pub enum OsError in TEXTS {
        /// There is no such file or directory.
        NotFound = "os-not-found",
        /// It is not allowed.
        PermissionDenied = "os-permission-denied",
        /// It exists already.
        AlreadyExists = "os-already-exists",
        /// A directory where a file is needed.
        IsADirectory = "os-is-a-directory",
        /// A file where a directory is needed.
        NotADirectory = "os-not-a-directory",
        /// The disk is full, or a quota is used up.
        StorageFull = "os-storage-full",
        /// Nothing can be written there.
        ReadOnly = "os-read-only",
        /// The name cannot name a file.
        InvalidName = "os-invalid-name",
        /// The file is not text in UTF-8.
        NotText = "os-not-text",
        /// The file ends too early.
        UnexpectedEnd = "os-unexpected-end",
        /// Another program uses the address.
        AddressInUse = "os-address-in-use",
        /// This machine does not have the address.
        AddressNotAvailable = "os-address-not-available",
        /// Nobody listens there.
        ConnectionRefused = "os-connection-refused",
        /// The other end is gone.
        Disconnected = "os-disconnected",
        /// It took too long.
        TimedOut = "os-timed-out",
        /// There is not enough memory.
        OutOfMemory = "os-out-of-memory",
        /// Anything else.
        Other = "os-other" {
            /// What the system or a library says, in its own words.
            text: String,
        },
    }
}

impl From<&io::Error> for OsError {
    fn from(error: &io::Error) -> OsError {
        match error.kind() {
            ErrorKind::NotFound => OsError::NotFound,
            ErrorKind::PermissionDenied => OsError::PermissionDenied,
            ErrorKind::AlreadyExists => OsError::AlreadyExists,
            ErrorKind::IsADirectory => OsError::IsADirectory,
            ErrorKind::NotADirectory => OsError::NotADirectory,
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => OsError::StorageFull,
            ErrorKind::ReadOnlyFilesystem => OsError::ReadOnly,
            ErrorKind::InvalidFilename => OsError::InvalidName,
            ErrorKind::InvalidData => OsError::NotText,
            ErrorKind::UnexpectedEof => OsError::UnexpectedEnd,
            ErrorKind::AddrInUse => OsError::AddressInUse,
            ErrorKind::AddrNotAvailable => OsError::AddressNotAvailable,
            ErrorKind::ConnectionRefused => OsError::ConnectionRefused,
            ErrorKind::BrokenPipe
            | ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::NotConnected => OsError::Disconnected,
            ErrorKind::TimedOut => OsError::TimedOut,
            ErrorKind::OutOfMemory => OsError::OutOfMemory,
            _ => OsError::Other {
                text: error.to_string(),
            },
        }
    }
}

impl From<io::Error> for OsError {
    fn from(error: io::Error) -> OsError {
        OsError::from(&error)
    }
}

#[cfg(test)]
mod tests {
    use super::OsError;
    use crate::message::{Language, ToMessage};
    use std::io::{Error, ErrorKind};

    #[test]
    fn a_missing_file_is_said_in_the_language_of_the_reader() {
        let missing = OsError::from(Error::from(ErrorKind::NotFound)).to_message();
        let german = Language::from_tag("de").expect("German");
        assert_eq!(missing.to_string(), "there is no such file or directory");
        assert_eq!(
            missing.render(german),
            "die Datei oder das Verzeichnis gibt es nicht"
        );
    }

    #[test]
    fn what_has_no_sentence_keeps_the_words_of_the_system() {
        let odd = OsError::from(Error::other("the printer is on fire"));
        let text = odd.to_string();
        assert!(text.contains("the printer is on fire"), "{text}");
    }
}
