//! A queue that is fair between addresses, and between the users of an address.
//!
//! Guests are free to make, so a queue that is fair between users alone gives everything to the
//! one who makes the most of them.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::net::IpAddr;

/// Who engine work is for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Requester {
    /// The user's id.
    pub(crate) user: String,
    /// The network that the user was last seen in; `None` if that is not known yet.
    pub(crate) address: Option<IpAddr>,
}

/// What has one share of the pool.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Household {
    Address(IpAddr),
    /// A user of an unknown address.
    User(String),
}

impl Requester {
    fn household(&self) -> Household {
        match self.address {
            Some(address) => Household::Address(address),
            None => Household::User(self.user.clone()),
        }
    }
}

/// Lanes that take turns. A lane is there as long as it has something in it.
#[derive(Debug)]
struct RoundRobin<K, L> {
    /// The lanes in the order of their turns.
    order: VecDeque<K>,
    lanes: HashMap<K, L>,
}

impl<K, L> Default for RoundRobin<K, L> {
    fn default() -> Self {
        RoundRobin {
            order: VecDeque::new(),
            lanes: HashMap::new(),
        }
    }
}

impl<K: Clone + Eq + Hash, L: Default> RoundRobin<K, L> {
    /// The lane of a key, which has its turn last if it is new.
    fn lane(&mut self, key: &K) -> &mut L {
        if !self.lanes.contains_key(key) {
            self.order.push_back(key.clone());
        }
        self.lanes.entry(key.clone()).or_default()
    }

    /// The lane of a key, which has its turn next.
    fn first_lane(&mut self, key: &K) -> &mut L {
        self.order.retain(|other| other != key);
        self.order.push_front(key.clone());
        self.lanes.entry(key.clone()).or_default()
    }

    /// Takes from the lane whose turn it is. `take` also says whether the lane is empty then.
    fn take<T>(&mut self, take: impl FnOnce(&mut L) -> (Option<T>, bool)) -> Option<T> {
        let key = self.order.pop_front()?;
        let (item, is_empty) = take(self.lanes.get_mut(&key)?);
        if is_empty {
            self.lanes.remove(&key);
        } else {
            self.order.push_back(key);
        }
        item
    }

    /// Removes the lanes that `keep` is false for.
    fn retain(&mut self, mut keep: impl FnMut(&mut L) -> bool) {
        self.lanes.retain(|_, lane| keep(lane));
        self.order.retain(|key| self.lanes.contains_key(key));
    }
}

type UserLanes<T> = RoundRobin<String, VecDeque<T>>;

impl<T> UserLanes<T> {
    fn len(&self) -> usize {
        self.lanes.values().map(VecDeque::len).sum()
    }
}

/// The queue. Addresses take turns, and within an address its users; a user's own items come in
/// the order in which they were added.
#[derive(Debug)]
pub(super) struct FairQueue<T> {
    households: RoundRobin<Household, UserLanes<T>>,
    len: usize,
}

impl<T> Default for FairQueue<T> {
    fn default() -> Self {
        FairQueue {
            households: RoundRobin::default(),
            len: 0,
        }
    }
}

impl<T> FairQueue<T> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// How many addresses are waiting.
    pub(super) fn households(&self) -> usize {
        self.households.lanes.len()
    }

    /// How many items are waiting for the address of a requester.
    pub(super) fn len_of_household(&self, requester: &Requester) -> usize {
        let users = self.households.lanes.get(&requester.household());
        users.map_or(0, RoundRobin::len)
    }

    pub(super) fn push_back(&mut self, requester: &Requester, item: T) {
        let users = self.households.lane(&requester.household());
        users.lane(&requester.user).push_back(item);
        self.len += 1;
    }

    /// Adds an item that is next.
    pub(super) fn push_front(&mut self, requester: &Requester, item: T) {
        let users = self.households.first_lane(&requester.household());
        users.first_lane(&requester.user).push_front(item);
        self.len += 1;
    }

    pub(super) fn pop(&mut self) -> Option<T> {
        let item = self.households.take(|users| {
            let item = users.take(|items| {
                let item = items.pop_front();
                (item, items.is_empty())
            });
            (item, users.lanes.is_empty())
        });
        self.len -= usize::from(item.is_some());
        item
    }

    /// Removes and returns the items that `remove` is true for.
    pub(super) fn remove(&mut self, mut remove: impl FnMut(&T) -> bool) -> Vec<T> {
        let mut removed = Vec::new();
        self.households.retain(|users| {
            users.retain(|items| {
                let (out, kept): (Vec<T>, Vec<T>) = items.drain(..).partition(&mut remove);
                removed.extend(out);
                *items = kept.into();
                !items.is_empty()
            });
            !users.lanes.is_empty()
        });
        self.len -= removed.len();
        removed
    }
}

#[cfg(test)]
mod tests {
    use super::{FairQueue, Requester};
    use std::net::{IpAddr, Ipv4Addr};

    fn requester(user: &str, last: u8) -> Requester {
        Requester {
            user: user.to_owned(),
            address: Some(IpAddr::V4(Ipv4Addr::new(192, 0, 2, last))),
        }
    }

    #[test]
    fn many_guests_of_one_address_have_one_share() {
        let mut queue = FairQueue::default();
        for guest in 0..700 {
            queue.push_back(&requester(&format!("guest-{guest}"), 1), "hostile");
        }
        queue.push_back(&requester("stranger", 2), "honest");
        let unknown = Requester {
            user: "returning".to_owned(),
            address: None,
        };
        queue.push_back(&unknown, "after a restart");
        assert_eq!((queue.len(), queue.households()), (702, 3));
        assert_eq!(queue.len_of_household(&requester("anyone", 1)), 700);
        let order: Vec<_> = (0..4).filter_map(|_| queue.pop()).collect();
        assert_eq!(order, ["hostile", "honest", "after a restart", "hostile"]);
    }

    #[test]
    fn the_users_of_an_address_take_turns_whatever_they_ask_for() {
        let mut queue = FairQueue::default();
        for item in ["a1", "a2", "a3"] {
            queue.push_back(&requester("a", 1), item);
        }
        queue.push_back(&requester("b", 1), "b1");
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, ["a1", "b1", "a2", "a3"]);
        assert_eq!((queue.len(), queue.households()), (0, 0));
    }

    #[test]
    fn what_was_interrupted_is_next_and_what_is_removed_is_gone() {
        let mut queue = FairQueue::default();
        queue.push_back(&requester("a", 1), 1);
        queue.push_back(&requester("b", 2), 2);
        queue.push_back(&requester("b", 2), 3);
        queue.push_front(&requester("b", 2), 4);
        assert_eq!(queue.remove(|&item| item == 2), [2]);
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [4, 1, 3]);
        assert_eq!(queue.len(), 0);
    }
}
