import { Args } from '@oclif/core'
import type { WrittenArchive } from '@silla/core'
import { untilInterrupted } from '../../db/until-interrupted.ts'
import { businessFlag } from '../../flags/common-flags.ts'
import { formatBytes } from '../../format/bytes.ts'
import { pluralize } from '../../format/pluralize.ts'
import { withProgress } from '../../format/with-progress.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesArchive extends SillaCommand {
  static override summary = 'Write everything of a salon into an archive'
  static override description =
    'Writes all rows of the salon and its entries in the registry (settings, catalog, staff, customers, ' +
    'bookings, payments, emails, events, keys as hashes, waiting jobs, audit log) into one file, as ' +
    'they are at one moment. The salon is served meanwhile, and nothing of it is changed. The file is a tar ' +
    'of compressed JSON lines, readable only by its owner, and gets its name when it is complete. It ' +
    'contains personal data. ARCHIVE_KEY encrypts the secrets in it and authenticates it: 32 random ' +
    'bytes in base64, the same for businesses restore. See docs/archives.md.'
  static override examples = [
    '<%= config.bin %> businesses archive barberia-centro barberia-centro.tar',
    '<%= config.bin %> businesses archive barberia-centro barberia-centro.tar --json',
  ]
  static override args = {
    file: Args.string({ description: 'The file to create.', required: true }),
  }
  static override flags = { business: businessFlag }

  async run(): Promise<WrittenArchive & { file: string }> {
    const { args, flags } = await this.parse(BusinessesArchive)
    const [{ archiveSalon }, { requiredArchiveKeys }, { secretsKeys }, { ownRelease }] =
      await Promise.all([
        import('@silla/core/archives/archive-salon'),
        import('../../db/archive-keys.ts'),
        import('../../db/processor.ts'),
        import('@silla/db'),
      ])
    const admin = await this.admin()
    const keys = { archiveKeys: requiredArchiveKeys(), secretsKeys: secretsKeys() }
    const { file } = args
    const { release } = ownRelease
    const written = await untilInterrupted('Interrupted. No file was written.', (stop) => {
      // ends its transaction at once, and so the archive, which removes what it has written
      stop.addEventListener('abort', () => admin.end({ timeout: 0 }))
      return withProgress(
        `Archiving ${flags.business}`,
        this.jsonEnabled(),
        (onProgress) =>
          archiveSalon(admin, flags.business, {
            ...{ file, release, ...keys },
            ...(onProgress && { onProgress }),
          }).catch((error) => {
            stop.throwIfAborted()
            throw error
          }),
        { interruptSignal: stop },
      )
    })
    const rows = written.rows.reduce((sum, { count }) => sum + count, 0)
    this.log(`Wrote ${file} (${pluralize(rows, 'row')}, ${formatBytes(written.bytes)}).`)
    return { ...written, file }
  }
}
