import { Flags } from '@oclif/core'
import type { StoredSecrets } from '@silla/core'
import { yesFlag } from '../../flags/common-flags.ts'
import { pluralize } from '../../format/pluralize.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class DbReencrypt extends SillaCommand {
  static override summary = 'Encrypt stored secrets with the current SECRETS_KEY'
  static override description =
    'The second step of replacing SECRETS_KEY, when all programs have the new key and the old one ' +
    'as SECRETS_KEY_PREVIOUS: encrypts the secrets of webhooks and of endpoints and the allergies of customers again, ' +
    'which the old key had encrypted. They stay the same, and can be used meanwhile. Running it again changes ' +
    'nothing. A secret that neither key opens stays as it is and is listed, with exit code 1: create it again with ' +
    'stripe webhook setup, or webhooks endpoints rotate; an allergy has to be written again. Afterwards, remove SECRETS_KEY_PREVIOUS.'
  static override examples = [
    '<%= config.bin %> db reencrypt --dry-run',
    '<%= config.bin %> db reencrypt --yes --json',
  ]
  static override flags = {
    'dry-run': Flags.boolean({ description: 'Only print what would be encrypted again.' }),
    yes: yesFlag,
  }

  async run(): Promise<StoredSecrets & { dryRun: boolean }> {
    const { flags } = await this.parse(DbReencrypt)
    const [{ checkStoredSecrets, reencryptSecrets }, { requiredSecretsKeys }] = await Promise.all([
      import('@silla/core/health/stored-secrets'),
      import('../../db/processor.ts'),
    ])
    const admin = await this.admin()
    const keys = requiredSecretsKeys()
    const dryRun = flags['dry-run'] === true
    const stored = await checkStoredSecrets(admin, keys)
    if (!dryRun && stored.outdated > 0) {
      await this.confirm(`Encrypt ${pluralize(stored.outdated, 'secret')} again?`, flags.yes)
      await reencryptSecrets(admin, keys)
    }
    this.log(summary(stored, dryRun))
    if (stored.unreadable.length > 0) {
      this.log(
        `No key opens: ${stored.unreadable.join(', ')}. ` +
          'Set SECRETS_KEY_PREVIOUS to the key that has encrypted them and run this again. If it is lost, ' +
          'create these secrets again.',
      )
      process.exitCode = 1
    }
    return { ...stored, dryRun }
  }
}

function summary({ count, outdated }: StoredSecrets, dryRun: boolean): string {
  const all = `of ${pluralize(count, 'secret')}`
  if (outdated === 0) return `Nothing to encrypt ${all}.`
  return dryRun
    ? `${outdated} ${all} would be encrypted again.`
    : `Encrypted ${outdated} ${all} again.`
}
