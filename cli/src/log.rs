//! What is said while the work goes on: events of `tracing`, written to standard error.
//!
//! Events of level `info` are for people who ask with `-v`: their message is printed. `BELNAP_LOG`
//! shows more, for example `BELNAP_LOG=debug`, or `belnap_refiner=debug` for one crate: finer
//! events are printed with their level, where they come from, and their fields.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::filter::{Targets, filter_fn};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;

use crate::ToolError;

/// The variable of the environment that says what to show.
const VARIABLE: &str = "BELNAP_LOG";

/// Whether events of level `info` are shown.
static VERBOSE: AtomicBool = AtomicBool::new(false);

/// Starts to write events, those that the environment asks for; once for a process.
///
/// # Errors
/// The environment asks for something that makes no sense.
pub(crate) fn start() -> Result<(), ToolError> {
    let asked = match std::env::var(VARIABLE) {
        Ok(text) if !text.is_empty() => read(&text)?,
        _ => Targets::new(),
    };
    let is_shown = move |event: &tracing::Metadata<'_>| {
        let by_option = VERBOSE.load(Ordering::Relaxed) && *event.level() <= Level::INFO;
        by_option || asked.would_enable(event.target(), event.level())
    };
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).event_format(Lines);
    let subscriber = tracing_subscriber::registry().with(lines.with_filter(filter_fn(is_shown)));
    // Tests run several tools in one process; the first has started it.
    let _ = subscriber.try_init();
    Ok(())
}

/// Shows events of level `info`, as `-v` asks for.
pub fn show_progress() {
    VERBOSE.store(true, Ordering::Relaxed);
    tracing::callsite::rebuild_interest_cache();
}

fn read(text: &str) -> Result<Targets, ToolError> {
    text.parse().map_err(|error| {
        let message = format!("{VARIABLE} is neither a level nor a list of TARGET=LEVEL: {error}");
        ToolError::Usage(message)
    })
}

/// One line per event.
struct Lines;

impl<S, N> FormatEvent<S, N> for Lines
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut out: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let (level, target) = (event.metadata().level(), event.metadata().target());
        if *level <= Level::INFO {
            let mut message = Message { out: out.by_ref(), written: Ok(()) };
            event.record(&mut message);
            message.written?;
        } else {
            write!(out, "{} {target}: ", level.as_str().to_lowercase())?;
            context.format_fields(out.by_ref(), event)?;
        }
        writeln!(out)
    }
}

/// Writes the message of an event, without its fields.
struct Message<'a> {
    out: Writer<'a>,
    written: fmt::Result,
}

impl Visit for Message<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            self.written = write!(self.out, "{value:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_targets_are_read() {
        let all = read("debug").expect("a level");
        assert!(all.would_enable("belnap_engine::cegar", &Level::DEBUG));
        assert!(!all.would_enable("belnap_engine::cegar", &Level::TRACE));
        let one = read("belnap_refiner=trace,belnap_engine=info").expect("targets");
        assert!(one.would_enable("belnap_refiner::refine", &Level::TRACE));
        assert!(!one.would_enable("belnap_engine::cegar", &Level::DEBUG));
        assert!(read("belnap_engine=loud").is_err_and(|error| error.code() == crate::exit::USAGE));
    }
}
