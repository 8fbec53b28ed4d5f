//! Files as tables: a file, the files of a folder, or those of a pattern, by their extensions.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::catalog::{DynamicFileCatalog, TableProvider, UrlTableFactory};
use datafusion::datasource::dynamic_file::DynamicListTableFactory;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::SessionState;
use datafusion::object_store::ObjectMeta;
use datafusion::prelude::SessionContext;
use futures::TryStreamExt;

use crate::error::Refusal;
use crate::shards::MANIFEST;

/// The extensions of files, and the engine's name of their format.
const ENDINGS: [(&str, &str); 6] = [
    ("csv", "csv"),
    ("json", "json"),
    ("jsonl", "json"),
    ("ndjson", "json"),
    ("parquet", "parquet"),
    ("arrow", "arrow"),
];

/// Makes a path in single quotes usable as a table of the session.
pub fn with_files(context: SessionContext) -> SessionContext {
    let named = Arc::new(Named::default());
    let catalogs = Arc::clone(context.state().catalog_list());
    let catalogs = DynamicFileCatalog::new(catalogs, Arc::clone(&named) as Arc<dyn UrlTableFactory>);
    let id = context.session_id();
    let builder = context.into_state_builder().with_session_id(id).with_catalog_list(Arc::new(catalogs));
    let context = SessionContext::from(builder.build());
    named.session.session_store().with_state(context.state_weak_ref());
    context
}

/// Finds the table for a name that is not a table of the session.
#[derive(Debug, Default)]
struct Named {
    /// Used only for its session: the engine's own tables support fewer extensions, with less precise errors.
    session: DynamicListTableFactory,
}

#[async_trait]
impl UrlTableFactory for Named {
    async fn try_new(&self, path: &str) -> Result<Option<Arc<dyn TableProvider>>> {
        let session = self.session.session_store().get_session().upgrade();
        let state =
            session.and_then(|session| session.read().as_any().downcast_ref::<SessionState>().cloned());
        let Some(state) = state else { return Ok(None) };
        // A plain name may also be a missing table, which the engine reports.
        if !path.contains(['.', '/', '*', '?', '[']) && !Path::new(path).exists() {
            return Ok(None);
        }
        Ok(Some(table(&state, path).await?))
    }
}

/// The table of the files at `path`.
pub async fn table(state: &SessionState, path: &str) -> Result<Arc<dyn TableProvider>> {
    let Files { url, ending, .. } = Files::find(state, path).await?;
    let format = state.get_file_format_factory(format_of(&ending).unwrap_or_default());
    let format = format.ok_or_else(|| unread(path))?.create(state, &HashMap::new())?;
    let options = ListingOptions::new(format).with_file_extension(format!(".{ending}"));
    let config = ListingTableConfig::new(url).with_listing_options(options);
    let config = config.infer_partitions_from_path(state).await?.infer_schema(state).await?;
    if config.file_schema.as_ref().is_none_or(|schema| schema.fields().is_empty()) {
        return Err(unread(path));
    }
    Ok(Arc::new(ListingTable::try_new(config)?))
}

/// The files of a table.
pub struct Files {
    url: ListingTableUrl,
    /// Their common extension.
    ending: String,
    /// The files, at least one.
    pub all: Vec<ObjectMeta>,
}

impl Files {
    /// The files at `path` that can be read as one table. Other files, such as the manifest of shards, are
    /// skipped; two formats are ambiguous and therefore an error.
    pub async fn find(state: &SessionState, path: &str) -> Result<Self> {
        let url = ListingTableUrl::parse(path).map_err(|_| unread(path))?;
        let store = state.runtime_env().object_store(&url)?;
        let listed = url.list_all_files(state, store.as_ref(), "").await?;
        let mut all: Vec<ObjectMeta> = listed.try_collect().await?;
        if all.is_empty() {
            return Err(Refusal::new("no-file").with("path", path).into());
        }
        all.retain(|file| ending(file).is_some());
        let endings: BTreeSet<String> = all.iter().filter_map(ending).collect();
        let mut endings = endings.into_iter();
        match (endings.next(), endings.next()) {
            (Some(ending), None) => Ok(Self { url, ending, all }),
            (Some(first), Some(second)) => {
                let refusal = Refusal::new("mixed-files").with("path", path);
                Err(refusal.with("first", first).with("second", second).into())
            }
            (None, _) => Err(unread(path)),
        }
    }
}

/// The extension of the file as written, if its format can be read.
fn ending(file: &ObjectMeta) -> Option<String> {
    let name = file.location.filename().filter(|name| *name != MANIFEST)?;
    let (_, ending) = name.rsplit_once('.')?;
    format_of(ending).map(|_| ending.to_owned())
}

fn format_of(ending: &str) -> Option<&'static str> {
    let same = |(known, _): &&(&str, &str)| known.eq_ignore_ascii_case(ending);
    ENDINGS.iter().find(same).map(|(_, format)| *format)
}

fn unread(path: &str) -> DataFusionError {
    Refusal::new("table-unread").with("path", path).into()
}
