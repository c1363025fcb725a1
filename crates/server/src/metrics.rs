//! Metrics for Prometheus.
//!
//! Each server has a recorder of its own instead of the global one, so that several servers in
//! one process, as in tests, do not count each other's events.

use crate::store::FaultCounts;
use metrics::{Counter, Gauge, Histogram, Unit};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::time::Duration;

/// The upper bounds of the buckets of request durations.
const DURATION_BUCKETS_SECONDS: [f64; 10] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];
const REQUEST_DURATION: &str = "quintain_http_request_duration_seconds";
const STATUS_CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// The server's metrics, cheap to clone.
#[derive(Clone)]
pub(crate) struct Metrics {
    handle: PrometheusHandle,
    requests: [Counter; 5],
    request_duration: Histogram,
    /// Requests, messages and connections that exceeded a limit.
    pub(crate) rate_limited: Counter,
    /// Connections that were refused because there were too many.
    pub(crate) refused_connections: Counter,
    /// Connections cut because the client took nothing.
    pub(crate) stalled_connections: Counter,
    /// WebSocket connections opened.
    pub(crate) ws_connections: Counter,
    /// Messages received over WebSockets.
    pub(crate) ws_messages_received: Counter,
    /// Messages that were rejected.
    pub(crate) ws_messages_rejected: Counter,
    /// Connections closed because the client did not read.
    pub(crate) ws_slow_consumers: Counter,
    /// Events stored in games.
    pub(crate) game_events: Counter,
    /// Messages that push services have accepted, and that they have not.
    pub(crate) push_messages: Counter,
    pub(crate) push_failures: Counter,
    /// Tasks that the engine did not take because too many were waiting.
    pub(crate) engine_refused: Counter,
    /// Moves that the engine thought about for less time because others were waiting.
    pub(crate) engine_shortened: Counter,
    /// Analyses that were ended because their time was up.
    pub(crate) engine_expired: Counter,
    /// Tasks of the engine that panicked.
    pub(crate) engine_panics: Counter,
    /// Messages sent to other nodes, received from them, and those that could not be sent.
    pub(crate) bus_sent: Counter,
    pub(crate) bus_received: Counter,
    pub(crate) bus_lost: Counter,
    bus_connected: Gauge,
    nodes: Gauge,
    users_online: Gauge,
    connections: Gauge,
    unsent_bytes: Gauge,
    rooms: Gauge,
    engine_queue: Gauge,
    failed_transactions: Counter,
    writer_restarts: Counter,
}

/// Values that are read when someone asks for them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gauges {
    /// Whether the bus works, if there is one.
    pub(crate) bus_connected: bool,
    /// The nodes that are alive, this one included.
    pub(crate) nodes: usize,
    pub(crate) users_online: usize,
    pub(crate) connections: usize,
    pub(crate) unsent_bytes: usize,
    pub(crate) rooms: usize,
    pub(crate) engine_queue: usize,
    pub(crate) store_faults: FaultCounts,
}

impl Metrics {
    /// Registers all metrics with a new recorder.
    pub(crate) fn new() -> Metrics {
        let duration = metrics_exporter_prometheus::Matcher::Full(REQUEST_DURATION.to_owned());
        let builder = PrometheusBuilder::new()
            .set_buckets_for_metric(duration, &DURATION_BUCKETS_SECONDS)
            .unwrap_or_else(|error| unreachable!("there are buckets: {error}"));
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        metrics::with_local_recorder(&recorder, || Metrics {
            handle,
            requests: STATUS_CLASSES.map(requests),
            request_duration: request_duration(),
            rate_limited: counter(
                "quintain_rate_limited_total",
                "Requests, messages and connections that exceeded a limit.",
            ),
            refused_connections: counter(
                "quintain_refused_connections_total",
                "Connections refused because there were too many.",
            ),
            stalled_connections: counter(
                "quintain_stalled_connections_total",
                "Connections cut because the client took nothing.",
            ),
            ws_connections: counter(
                "quintain_ws_connections_total",
                "WebSocket connections opened.",
            ),
            ws_messages_received: counter(
                "quintain_ws_messages_received_total",
                "Messages received over WebSockets.",
            ),
            ws_messages_rejected: counter(
                "quintain_ws_messages_rejected_total",
                "WebSocket messages that were rejected.",
            ),
            ws_slow_consumers: counter(
                "quintain_ws_slow_consumers_total",
                "WebSocket connections closed because the client did not read.",
            ),
            game_events: counter("quintain_game_events_total", "Events stored in games."),
            push_messages: counter(
                "quintain_push_messages_total",
                "Messages that push services have accepted.",
            ),
            push_failures: counter(
                "quintain_push_failures_total",
                "Messages that push services have not accepted.",
            ),
            engine_refused: counter(
                "quintain_engine_refused_total",
                "Tasks that the engine did not take because too many were waiting.",
            ),
            engine_shortened: counter(
                "quintain_engine_shortened_total",
                "Moves that the engine thought about for less time because others were waiting.",
            ),
            engine_expired: counter(
                "quintain_engine_expired_total",
                "Analyses that were ended because their time was up.",
            ),
            engine_panics: counter(
                "quintain_engine_panics_total",
                "Tasks of the engine that panicked.",
            ),
            bus_sent: counter("quintain_bus_sent_total", "Messages sent to other nodes."),
            bus_received: counter(
                "quintain_bus_received_total",
                "Messages received from other nodes.",
            ),
            bus_lost: counter(
                "quintain_bus_lost_total",
                "Messages to other nodes that could not be sent.",
            ),
            bus_connected: gauge(
                "quintain_bus_connected",
                "Whether the bus works; 1 without a bus.",
            ),
            nodes: gauge("quintain_nodes", "Nodes that are alive, this one included."),
            users_online: gauge("quintain_users_online", "Users who are connected."),
            connections: gauge("quintain_connections", "Open connections."),
            unsent_bytes: gauge(
                "quintain_unsent_bytes",
                "Bytes of requests, responses and messages in memory.",
            ),
            rooms: gauge("quintain_rooms", "Games in memory."),
            engine_queue: gauge(
                "quintain_engine_queue_length",
                "Tasks waiting for an engine thread.",
            ),
            failed_transactions: counter(
                "quintain_store_failed_transactions_total",
                "Database transactions that failed.",
            ),
            writer_restarts: counter(
                "quintain_store_writer_restarts_total",
                "Restarts of the database's writer after a fault.",
            ),
        })
    }

    /// Counts a request that has been responded to.
    pub(crate) fn record_request(&self, status: u16, duration: Duration) {
        let class = usize::from(status / 100).saturating_sub(1);
        if let Some(counter) = self.requests.get(class) {
            counter.increment(1);
        }
        self.request_duration.record(duration);
    }

    /// All metrics in Prometheus's text format.
    pub(crate) fn render(&self, now: Gauges) -> String {
        self.bus_connected
            .set(f64::from(u8::from(now.bus_connected)));
        self.nodes.set(now.nodes as f64);
        self.users_online.set(now.users_online as f64);
        self.connections.set(now.connections as f64);
        self.unsent_bytes.set(now.unsent_bytes as f64);
        self.rooms.set(now.rooms as f64);
        self.engine_queue.set(now.engine_queue as f64);
        let faults = now.store_faults;
        self.failed_transactions
            .absolute(faults.failed_transactions);
        self.writer_restarts.absolute(faults.writer_restarts);
        self.handle.render()
    }

    /// Moves recorded durations into their buckets. Without that they would pile up until the
    /// next time someone asks for the metrics.
    pub(crate) fn run_upkeep(&self) {
        self.handle.run_upkeep();
    }
}

fn counter(name: &'static str, help: &'static str) -> Counter {
    metrics::describe_counter!(name, help);
    metrics::counter!(name)
}

fn gauge(name: &'static str, help: &'static str) -> Gauge {
    metrics::describe_gauge!(name, help);
    metrics::gauge!(name)
}

fn requests(status: &'static str) -> Counter {
    let name = "quintain_http_requests_total";
    metrics::describe_counter!(name, "HTTP requests, by class of the response's status.");
    metrics::counter!(name, "status" => status)
}

fn request_duration() -> Histogram {
    metrics::describe_histogram!(
        REQUEST_DURATION,
        Unit::Seconds,
        "Time from the head of a request to the head of its response."
    );
    metrics::histogram!(REQUEST_DURATION)
}

#[cfg(test)]
mod tests {
    use super::{FaultCounts, Gauges, Metrics};
    use std::time::Duration;

    #[test]
    fn each_server_counts_for_itself() {
        let now = Gauges {
            bus_connected: true,
            nodes: 1,
            users_online: 3,
            connections: 5,
            unsent_bytes: 0,
            rooms: 2,
            engine_queue: 0,
            store_faults: FaultCounts::default(),
        };
        let (busy, idle) = (Metrics::new(), Metrics::new());
        busy.record_request(404, Duration::from_millis(3));
        busy.game_events.increment(7);
        let (busy, idle) = (busy.render(now), idle.render(now));
        for line in [
            "quintain_http_requests_total{status=\"4xx\"} 1",
            "quintain_http_requests_total{status=\"2xx\"} 0",
            "quintain_http_request_duration_seconds_bucket{le=\"0.005\"} 1",
            "quintain_game_events_total 7",
            "quintain_users_online 3",
        ] {
            assert!(busy.lines().any(|found| found == line), "{line}: {busy}");
        }
        assert!(
            idle.lines()
                .any(|line| line == "quintain_game_events_total 0")
        );
    }
}
