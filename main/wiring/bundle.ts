// Opens an organisation's bundles with what they need: the way out, stored credentials, the journal.
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { failure } from '../../contract/failure.ts'
import { fileReason } from '../../contract/file-reason.ts'
import { err, ok } from '../../contract/result.ts'
import { followSource, type Following } from '../bundle/follow-source.ts'
import { fetchBundle } from '../bundle/source/source.ts'
import { destinationOf } from '../secrets/destination.ts'
import type { AppOptions } from './app-options.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import type { Layers } from './layers.ts'

export function wireBundle(
  { host, queryOnly = false }: AppOptions,
  { policy, execution }: Omit<Layers, 'calls'>,
  { now }: Clock,
  events: Events,
): Following {
  const { outbound, credentials, record } = execution
  const config = () => policy.config.current().organisation
  const following = followSource({
    config,
    bundles: policy.bundles,
    fetch: (organisation, tag, signal) =>
      fetchBundle(
        organisation,
        tag,
        {
          home: homedir(),
          web({ source, ca, credential }) {
            const url = source.replace(/^oci:/, 'https:')
            let authority: string | null = null
            try {
              if (ca !== null) authority = readFileSync(ca, 'utf8')
            } catch (error) {
              return err(
                failure(
                  'bundle.unreachable',
                  `The file with the source’s authority, ${ca}, cannot be read: ${fileReason(error)}.`,
                  'Correct organisation.ca in the configuration.',
                ),
              )
            }
            return ok({
              fetch:
                authority === null
                  ? outbound.signInFetch(url)
                  : outbound.trustingFetch(url, authority),
              credential: (to) =>
                credential === null
                  ? ok(null)
                  : credentials.valueFor(credential, destinationOf(to)),
            })
          },
        },
        signal,
      ),
    record: (entry) => record(entry, 'owed'),
    asks: host !== 'cli' && !queryOnly,
    now,
    changed: () => events.screens.send({ kind: 'organisation-changed' }),
    report: events.report,
  })
  events.on('config-changed', following.follow)
  return following
}
