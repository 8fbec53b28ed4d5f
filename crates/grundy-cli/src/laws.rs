//! The folder of a user's laws: certificates written by `pattern --prove --out`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use grundy_solver::loaded::Loaded;
use grundy_solver::recognise::{Laws, Recognise};

use crate::failure::Failure;

/// Reads the laws in the files `*.json`, one each, and `*.jsonl`, one a line, in the order of their names. Other certificates are
/// skipped. A law is proved again when its game is queried.
pub fn read(folder: &str) -> Result<Laws, Failure> {
    let failed = |path: &Path, error| Failure::file(&path.display().to_string(), error);
    let folder = Path::new(folder);
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| failed(folder, error))? {
        paths.push(entry.map_err(|error| failed(folder, error))?.path());
    }
    paths.sort();
    let mut laws: Vec<Arc<dyn Recognise>> = Vec::new();
    for path in paths {
        let ending = path.extension().and_then(|ending| ending.to_str());
        if !matches!(ending, Some("json" | "jsonl")) {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(|error| failed(&path, error))?;
        let name = path.display().to_string();
        if ending == Some("json") {
            laws.extend(law(&name, &text)?);
            continue;
        }
        for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
            laws.extend(law(&format!("{name}:{line}"), text)?);
        }
    }
    Ok(Laws::new(laws))
}

fn law(name: &str, text: &str) -> Result<Option<Arc<dyn Recognise>>, Failure> {
    let value: Option<serde_json::Value> = serde_json::from_str(text).ok();
    let kind = value.as_ref().and_then(|value| value.get("kind")).and_then(serde_json::Value::as_str);
    // A certificate of a period has no `kind`.
    if value.is_some() && kind != Some("law") {
        return Ok(None);
    }
    Ok(Some(Arc::new(Loaded::new(name, text.as_bytes())?)))
}
