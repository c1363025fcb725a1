//! How much of something each user or address has at the same time.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// At most a number of permits for each key, cheap to clone.
#[derive(Debug)]
pub(crate) struct Permits<K> {
    max: u32,
    held: Arc<Mutex<HashMap<K, u32>>>,
}

impl<K> Clone for Permits<K> {
    fn clone(&self) -> Self {
        Permits {
            max: self.max,
            held: Arc::clone(&self.held),
        }
    }
}

impl<K: Clone + Eq + Hash> Permits<K> {
    pub(crate) fn new(max: u32) -> Permits<K> {
        Permits {
            max,
            held: Arc::default(),
        }
    }

    /// How many permits each key has.
    pub(crate) fn max(&self) -> u32 {
        self.max
    }

    /// A permit, which counts until it is dropped; `None` if the key has no more.
    pub(crate) fn acquire(&self, key: &K) -> Option<Permit<K>> {
        let mut held = lock(&self.held);
        let count = held.entry(key.clone()).or_default();
        if *count >= self.max {
            return None;
        }
        *count += 1;
        Some(Permit {
            key: key.clone(),
            held: Arc::clone(&self.held),
        })
    }
}

/// A permit for a key.
#[derive(Debug)]
pub(crate) struct Permit<K: Eq + Hash> {
    key: K,
    held: Arc<Mutex<HashMap<K, u32>>>,
}

impl<K: Eq + Hash> Permit<K> {
    /// Whose it is.
    pub(crate) fn key(&self) -> &K {
        &self.key
    }
}

impl<K: Eq + Hash> Drop for Permit<K> {
    fn drop(&mut self) {
        let mut held = lock(&self.held);
        if let Some(count) = held.get_mut(&self.key) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                held.remove(&self.key);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // The map is consistent between any two of its operations.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::Permits;

    #[test]
    fn each_key_has_its_own_permits_and_gets_them_back() {
        let permits = Permits::new(2);
        let held = [permits.acquire(&"a"), permits.acquire(&"a")];
        assert!(held.iter().all(Option::is_some));
        assert!(permits.acquire(&"a").is_none());
        assert!(permits.acquire(&"b").is_some());
        drop(held);
        assert!(permits.acquire(&"a").is_some());
        assert!(super::lock(&permits.held).is_empty());
    }
}
