//! What pages may load, according to the settings: the part of the security policy that is known before pages are
//! rendered.

use crate::check::csp::CspSources;
use crate::check::origin::origin_of;
use crate::content::forms;
use crate::site::Site;

/// Returns the sources that the CSP allows: those of `content/hosts.yaml`, and the endpoints of forms. `None` if the
/// site has no policy.
pub fn csp_sources(site: &Site) -> Option<CspSources> {
    let mut sources = site.content.hosts.as_ref()?.sources.clone();
    for origin in forms::endpoint_urls(&site.content.collections, &site.content.entries).filter_map(origin_of) {
        for directive in ["connect-src", "form-action"] {
            let allowed = sources.entry(directive.to_owned()).or_default();
            if !allowed.contains(&origin) {
                allowed.push(origin.clone());
            }
        }
    }
    Some(CspSources { origin: site.content.settings.origin.clone(), sources })
}
