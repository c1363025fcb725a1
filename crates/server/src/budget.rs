//! Budgets: how much of something there may be at the same time, in all and for one address.

use crate::auth::network;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How much there may be of something that is given back after use, cheap to clone. The units are
/// the owner's: bytes, connections, places in a queue.
#[derive(Clone, Debug)]
pub(crate) struct Budget(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    total: usize,
    per_address: usize,
    used: Mutex<Used>,
}

#[derive(Debug, Default)]
struct Used {
    total: usize,
    /// By address; those that use nothing are not listed.
    by_address: HashMap<IpAddr, usize>,
}

/// Why nothing more can be had at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exhausted {
    /// This address uses its whole share.
    Share,
    /// All addresses together use everything.
    Total,
}

/// The share of one address in a budget.
#[derive(Clone, Debug)]
pub(crate) struct Share {
    budget: Budget,
    address: IpAddr,
}

/// Something that was taken from a budget, and goes back when this is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    share: Share,
    units: usize,
}

impl Budget {
    /// This much in all, and this much of it for one address.
    pub(crate) fn new(total: usize, per_address: usize) -> Budget {
        Budget(Arc::new(Inner {
            total,
            per_address,
            used: Mutex::default(),
        }))
    }

    /// The share of an address.
    pub(crate) fn share(&self, address: IpAddr) -> Share {
        Share {
            budget: self.clone(),
            address: network(address),
        }
    }

    /// How much is in use.
    pub(crate) fn used(&self) -> usize {
        self.lock().total
    }

    fn lock(&self) -> MutexGuard<'_, Used> {
        // The counts are consistent between any two of their operations.
        self.0.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Share {
    /// A share without bounds.
    #[cfg(test)]
    pub(crate) fn unlimited() -> Share {
        let address = IpAddr::from([192, 0, 2, 1]);
        Budget::new(usize::MAX, usize::MAX).share(address)
    }

    /// Takes some of the budget.
    pub(crate) fn take(&self, units: usize) -> Result<Permit, Exhausted> {
        let inner = &self.budget.0;
        let mut used = self.budget.lock();
        let mine = used.by_address.get(&self.address).copied();
        let mine = mine.unwrap_or_default().saturating_add(units);
        let total = used.total.saturating_add(units);
        if mine > inner.per_address {
            return Err(Exhausted::Share);
        }
        if total > inner.total {
            return Err(Exhausted::Total);
        }
        used.total = total;
        if mine > 0 {
            used.by_address.insert(self.address, mine);
        }
        Ok(Permit {
            share: self.clone(),
            units,
        })
    }
}

impl Permit {
    /// Takes more of the same budget.
    pub(crate) fn extend(&mut self, units: usize) -> Result<(), Exhausted> {
        let mut more = self.share.take(units)?;
        self.units += std::mem::take(&mut more.units);
        Ok(())
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut used = self.share.budget.lock();
        used.total -= self.units;
        if let Some(mine) = used.by_address.get_mut(&self.share.address) {
            *mine -= self.units;
            if *mine == 0 {
                used.by_address.remove(&self.share.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Exhausted};
    use std::net::IpAddr;

    #[test]
    fn one_address_cannot_take_what_others_need_and_everything_is_given_back() {
        let address = |last: u8| IpAddr::from([192, 0, 2, last]);
        let budget = Budget::new(100, 40);
        let held = budget.share(address(1)).take(40).expect("its share");
        let more = budget.share(address(1)).take(1);
        assert_eq!(more.err(), Some(Exhausted::Share));
        let other = budget.share(address(2)).take(40).expect("its share");
        let third = budget.share(address(3)).take(21);
        assert_eq!(third.err(), Some(Exhausted::Total));
        let third = budget.share(address(3)).take(20).expect("what is left");
        assert_eq!(budget.used(), 100);
        drop((held, other));
        assert_eq!(budget.used(), 20);
        assert!(budget.share(address(1)).take(40).is_ok());
        drop(third);
        assert_eq!(budget.used(), 0);
        assert!(budget.lock().by_address.is_empty());
    }
}
