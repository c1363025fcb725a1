//! A room's mailbox: what is done in a game comes before looking at it.

use super::RoomCommand;
use tokio::sync::mpsc::error::SendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// How many actions may wait.
const MAX_ACTS: usize = 64;
/// How many that only look may wait.
const MAX_LOOKS: usize = 1024;

/// Where a room's commands are sent, cheap to clone.
#[derive(Clone)]
pub(in crate::game) struct RoomHandle {
    acts: Sender<RoomCommand>,
    looks: Sender<RoomCommand>,
}

/// Where a room's commands arrive, in two queues.
pub(in crate::game) struct Mailbox {
    pub(super) acts: Receiver<RoomCommand>,
    pub(super) looks: Receiver<RoomCommand>,
}

/// Both ends of a new mailbox.
pub(in crate::game) fn mailbox() -> (RoomHandle, Mailbox) {
    let ((acts, act_queue), (looks, look_queue)) = (channel(MAX_ACTS), channel(MAX_LOOKS));
    let mailbox = Mailbox {
        acts: act_queue,
        looks: look_queue,
    };
    (RoomHandle { acts, looks }, mailbox)
}

impl RoomHandle {
    /// Sends a command; if the room has closed, it comes back.
    pub(in crate::game) async fn send(
        &self,
        command: RoomCommand,
    ) -> Result<(), SendError<RoomCommand>> {
        match command.is_look() {
            true => self.looks.send(command).await,
            false => self.acts.send(command).await,
        }
    }

    pub(in crate::game) fn is_closed(&self) -> bool {
        self.acts.is_closed()
    }
}

impl Mailbox {
    /// Takes no more commands, and returns those that are waiting.
    pub(super) async fn close(&mut self) -> Vec<RoomCommand> {
        let mut waiting = Vec::new();
        for queue in [&mut self.acts, &mut self.looks] {
            queue.close();
            while let Some(command) = queue.recv().await {
                waiting.push(command);
            }
        }
        waiting
    }
}
