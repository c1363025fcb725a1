//! Work that keeps a processor busy: a few requests at a time, on threads where they hold up nobody.

use super::{ApiError, ClientAddress};
use crate::app::App;
use crate::budget::{Budget, Permit, Share};
use crate::heavy_work::HeavyWork;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use std::convert::Infallible;

/// How many requests may work or wait for it, in all and from one address.
const MAX_QUEUED: usize = 64;
const MAX_QUEUED_PER_ADDRESS: usize = 16;

/// Where requests work, cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Workers {
    lane: HeavyWork,
    queue: Budget,
}

impl Workers {
    /// Lets this many requests work at the same time.
    pub(crate) fn new(slots: usize) -> Workers {
        Workers {
            lane: HeavyWork::new(slots.max(1), MAX_QUEUED),
            queue: Budget::new(MAX_QUEUED, MAX_QUEUED_PER_ADDRESS),
        }
    }
}

/// The work of a request.
#[derive(Clone, Debug)]
pub(super) struct Work {
    lane: HeavyWork,
    queue: Share,
}

impl FromRequestParts<App> for Work {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let ClientAddress(address) = ClientAddress::from_request_parts(parts, app).await?;
        let workers = app.workers();
        Ok(Work {
            lane: workers.lane.clone(),
            queue: workers.queue.share(address),
        })
    }
}

impl Work {
    /// A place in the queue, for work that is done elsewhere.
    pub(super) fn place(&self) -> Result<Permit, ApiError> {
        Ok(self.queue.take(1)?)
    }

    /// Does some work when it is its turn; rejects it if too many others are waiting.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let share = self.place()?;
        let place = self.lane.place().await?;
        let work = move || {
            let done = work();
            // The work goes on if the client leaves, so it keeps its share until it is done.
            drop(share);
            done
        };
        Ok(place.run(work).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_QUEUED_PER_ADDRESS, Work, Workers};
    use crate::app::App;
    use crate::config::Config;
    use crate::store::Database;
    use axum::body::Body;
    use axum::extract::{ConnectInfo, Request};
    use axum::http::StatusCode;
    use quintain_api::drafts;
    use quintain_engine::EngineRegistry;
    use serde_json::{Value, json};
    use std::net::{IpAddr, SocketAddr};
    use std::sync::Arc;
    use std::sync::mpsc;
    use std::time::Duration;
    use tower::ServiceExt as _;

    /// Waits until this many requests work or wait.
    async fn queued(workers: &Workers, count: usize) {
        let waiting = async {
            while workers.queue.used() < count {
                tokio::task::yield_now().await;
            }
        };
        let waited = tokio::time::timeout(Duration::from_secs(60), waiting).await;
        waited.expect("all of them count");
    }

    #[tokio::test]
    async fn one_address_cannot_fill_the_queue_for_work() {
        let workers = Workers::new(1);
        let work = |last: u8| Work {
            lane: workers.lane.clone(),
            queue: workers.queue.share(IpAddr::from([192, 0, 2, last])),
        };
        // The first request works until it is released; the others wait.
        let (release, released) = mpsc::channel::<()>();
        let (first, started) = (work(1), Arc::new(tokio::sync::Notify::new()));
        let begin = Arc::clone(&started);
        let mut tasks = vec![tokio::spawn(async move {
            let work = move || {
                begin.notify_one();
                released.recv().ok();
            };
            first.run(work).await.is_ok()
        })];
        started.notified().await;
        for _ in 1..MAX_QUEUED_PER_ADDRESS {
            let work = work(1);
            tasks.push(tokio::spawn(async move { work.run(|| ()).await.is_ok() }));
        }
        queued(&workers, MAX_QUEUED_PER_ADDRESS).await;
        assert!(work(1).run(|| ()).await.is_err());
        let other = work(2);
        tasks.push(tokio::spawn(async move { other.run(|| ()).await.is_ok() }));
        queued(&workers, MAX_QUEUED_PER_ADDRESS + 1).await;
        drop(release);
        for task in tasks {
            assert!(task.await.expect("no panic"));
        }
        assert_eq!(workers.queue.used(), 0);
    }

    /// All routes for which positions are played through or drawn, with requests that are valid.
    fn busy_routes(engines: &EngineRegistry) -> Vec<(String, Option<Value>)> {
        let game = json!({ "game": "sight" });
        let parse = serde_json::from_value(game.clone()).expect("a request");
        let draft = drafts::parse(engines.registry(), &parse).expect("a draft");
        let compose = json!({ "game": "sight", "draft": draft.draft });
        let mut routes: Vec<_> = ["positions", "premoves", "drafts/parse", "records/write"]
            .map(|route| (format!("/api/rules/{route}"), Some(game.clone())))
            .into();
        routes.push(("/api/rules/drafts/compose".to_owned(), Some(compose)));
        let text = json!({ "text": "" });
        routes.push(("/api/rules/records/parse".to_owned(), Some(text)));
        let looks = [
            "/api/games/x/views",
            "/api/games/x/record",
            "/preview/x.png",
        ];
        routes.extend(looks.map(|path| (path.to_owned(), None)));
        routes
    }

    #[tokio::test]
    async fn no_route_that_keeps_a_processor_busy_goes_past_the_queue() {
        let dir = tempfile::tempdir().expect("a directory");
        let config = Config {
            database: Database::File(dir.path().join("test.db")),
            engine_threads: Some(1),
            ..Config::default()
        };
        let store = config.database.open(None).await.expect("a database");
        let engines = EngineRegistry::standard();
        let routes = busy_routes(&engines);
        let app = App::start(engines, store, config).await.expect("it starts");
        let router = crate::http::router(app.clone());
        let peer = SocketAddr::from(([192, 0, 2, 1], 1));
        let ask = async |path: &str, body: &Option<Value>| {
            let method = if body.is_some() { "POST" } else { "GET" };
            let body = body.as_ref().map(Value::to_string).unwrap_or_default();
            let request = Request::builder()
                .method(method)
                .uri(path)
                .header("host", "localhost")
                .header("content-type", "application/json")
                .extension(ConnectInfo(peer));
            let request = request.body(Body::from(body)).expect("a request");
            let Ok(response) = router.clone().oneshot(request).await;
            response.status()
        };
        let share = app.workers().queue.share(peer.ip());
        let taken = share.take(MAX_QUEUED_PER_ADDRESS).expect("all places");
        for (path, body) in &routes {
            let status = ask(path, body).await;
            assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{path}");
        }
        drop(taken);
        for (path, body) in &routes {
            let status = ask(path, body).await;
            assert_ne!(status, StatusCode::TOO_MANY_REQUESTS, "{path}");
        }
        // None was forgotten.
        let api: Value = serde_json::from_str(&crate::http::openapi()).expect("JSON");
        let paths = api["paths"].as_object().expect("paths").keys();
        for path in paths.filter(|path| path.starts_with("/api/rules/")) {
            assert!(routes.iter().any(|(known, _)| known == path), "{path}");
        }
    }
}
