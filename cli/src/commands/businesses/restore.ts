import { Args } from '@oclif/core'
import type { RestoredSalon } from '@silla/core'
import type { Finding } from '../../doctor/finding.ts'
import { pluralize } from '../../format/pluralize.ts'
import { withProgress } from '../../format/with-progress.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesRestore extends SillaCommand {
  static override summary = 'Restore a salon from an archive'
  static override description =
    'Reads a file of businesses archive into this deployment, of the same version or a newer one. ' +
    'The whole file is verified first, and one transaction writes everything: when it fails or is ' +
    'interrupted, nothing is changed. Refused if the salon, its slug, one of its keys or its account ' +
    'at the processor is here already. Ids, keys, calendar addresses, codes and sessions stay the ' +
    'same; secrets are encrypted with the SECRETS_KEY of this deployment. Its waiting jobs run here ' +
    'from now on, so the salon must not be served in two places. Afterwards its data is checked as by ' +
    'db doctor --full; the exit code is 1 when that finds a problem. ARCHIVE_KEY has to be that of the archive. ' +
    'See docs/archives.md.'
  static override examples = [
    '<%= config.bin %> businesses restore barberia-centro.tar',
    '<%= config.bin %> businesses restore barberia-centro.tar --json',
  ]
  static override args = {
    file: Args.string({ description: 'The archive.', required: true }),
  }

  async run(): Promise<RestoredSalon & { findings: Finding[] }> {
    const { args } = await this.parse(BusinessesRestore)
    const [{ restoreSalon }, { requiredArchiveKeys }, { secretsKeys }, { checkSalon }] =
      await Promise.all([
        import('@silla/core/archives/restore-salon'),
        import('../../db/archive-keys.ts'),
        import('../../db/processor.ts'),
        import('../../doctor/check-salon.ts'),
      ])
    const admin = await this.admin()
    const keys = { archiveKeys: requiredArchiveKeys(), secretsKeys: secretsKeys() }
    const { file } = args
    const restored = await withProgress(`Restoring ${file}`, this.jsonEnabled(), (onProgress) =>
      restoreSalon(admin, { file, ...keys, ...(onProgress && { onProgress }) }),
    )
    const rows = restored.rows.reduce((sum, { count }) => sum + count, 0)
    this.log(`Restored ${restored.slug} as of ${restored.createdAt} (${pluralize(rows, 'row')}).`)
    const findings = await checkSalon(admin, restored.slug)
    const problems = findings.filter(({ state }) => state === 'problem')
    for (const { check, message, fix } of problems) this.log(`${check}: ${message} ${fix}`)
    if (problems.length > 0) process.exitCode = 1
    else this.log(`Its data is consistent (${pluralize(findings.length, 'check')}).`)
    return { ...restored, findings }
  }
}
