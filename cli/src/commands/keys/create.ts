import { Flags } from '@oclif/core'
import type { CreateKeysHooks, CreateKeysInput } from '@silla/core'
import type { Sql } from '@silla/db'
import type { CreatedKey } from '@silla/tenants'
import type { ErrorReport, SalonKey } from '../../errors/error-report.ts'
import { CliError } from '../../errors/report-error.ts'
import { oneOrAllFlags } from '../../flags/common-flags.ts'
import { assertAllCreated, keyOutcomeTable, toSalonKey } from '../../format/keys.ts'
import { pluralize } from '../../format/pluralize.ts'
import { KeyCommand } from '../../key-command.ts'
import { bold } from '../../text/terminal.ts'

export default class KeysCreate extends KeyCommand {
  static override summary = 'Create an API key for one business or for all'
  static override description =
    'Prints the key once; only its hash is stored. Publishable keys are for browsers and can be ' +
    "restricted to origins; secret keys are for the salon's own server. A business has at most " +
    '10 active keys. With --all every active business gets a key, printed on one line each; a ' +
    'business that cannot have another key does not stop the rest, and a table at the end shows ' +
    'the result of each. Every key is printed before it is stored. Ctrl-C or a closed pipe stops ' +
    'the command after the keys that were printed; run it again with --missing for the others. ' +
    'After a closed pipe the table is on standard error: revoke the keys that the reader of the ' +
    'pipe did not receive.'
  static override examples = [
    '<%= config.bin %> keys create barberia-centro --kind publishable --name "Web" --origin https://barberia.example',
    '<%= config.bin %> keys create barberia-centro --kind secret --name "Till" --expires 90d --json',
    '<%= config.bin %> keys create --all --missing --kind publishable --name "Web" --yes',
  ]
  static override flags = {
    ...oneOrAllFlags('Every active business.'),
    missing: Flags.boolean({
      description: 'With --all: only businesses without an active key of this kind.',
      dependsOn: ['all'],
    }),
    kind: Flags.option({
      options: ['publishable', 'secret'] as const,
      description: 'The kind of key: for browsers, or for a server.',
      required: true,
    })(),
    name: Flags.string({ description: 'A name that says what the key is for.', default: '' }),
    origin: Flags.string({
      description: 'An origin from which browsers may use the key; repeat it for several.',
      multiple: true,
    }),
    expires: Flags.string({
      description:
        "When the key expires: in days from now (90d), at the end of a day in the salon's time " +
        'zone (2027-06-30), or at a time (2027-06-30T12:00:00Z).',
    }),
    'dry-run': Flags.boolean({
      description: 'With --all: only show which businesses would get a key.',
      dependsOn: ['all'],
    }),
    yes: Flags.boolean({ char: 'y', description: 'With --all: skip the confirmation prompt.' }),
  }

  async run(): Promise<
    | { key: CreatedKey; error?: ErrorReport }
    | { dryRun: boolean; keys: SalonKey[]; error?: ErrorReport }
  > {
    const { flags } = await this.parse(KeysCreate)
    const { parseExpiry } = await import('../../flags/parse-expiry.ts')
    const { kind, name, origin: origins = [], expires } = flags
    const now = new Date()
    const expiresAt = (timezone: string) =>
      expires === undefined ? null : parseExpiry(expires, timezone, now)
    const input = { kind, name, origins, expiresAt }
    const admin = await this.admin()
    if (flags.business === undefined) return this.createForAll(admin, input, flags)
    return this.createForOne(admin, flags.business, input)
  }

  private async createForOne(admin: Sql, slug: string, input: CreateKeysInput) {
    const [{ createKey }, { showBusiness }] = await Promise.all([
      import('@silla/tenants'),
      import('@silla/core/provisioning/show-business'),
    ])
    const business = await showBusiness(admin, slug)
    const newKey = { ...input, expiresAt: input.expiresAt(business.timezone) }
    const printKey = (key: CreatedKey) =>
      this.print(
        `The ${key.kind} key for ${slug}:\n\n  ${bold(key.key)}\n\nStore it now: it is not shown ` +
          'again.\n',
        () => this.json.object({ key }),
      )
    const key = await this.createAndPrint(() =>
      createKey(admin, business.businessId, newKey, undefined, printKey),
    )
    return { key }
  }

  private async createForAll(
    admin: Sql,
    input: CreateKeysInput,
    flags: {
      mode?: 'live' | 'test' | 'demo' | undefined
      missing: boolean
      yes: boolean
      'dry-run': boolean
    },
  ) {
    const { businessesForNewKeys, createKeys } = await import(
      '@silla/core/provisioning/create-keys'
    )
    const businesses = await businessesForNewKeys(admin, {
      kind: input.kind,
      mode: flags.mode,
      missing: flags.missing,
    })
    if (businesses.length === 0) this.log('No business needs a key.')
    if (flags['dry-run'] || businesses.length === 0) {
      for (const { slug } of businesses) this.log(slug)
      return {
        dryRun: flags['dry-run'] === true,
        keys: businesses.map(({ slug }) => ({ slug, key: null, error: null })),
      }
    }
    await this.confirm(
      `Create a ${input.kind} key for ${pluralize(businesses.length, 'business')}?`,
      flags.yes,
    )
    return this.createAndPrint(async () => {
      await this.print('', async () => {
        await this.json.object({ dryRun: false })
        await this.json.begin('[', 'keys')
      })
      const keys = (await createKeys(admin, businesses, input, this.hooks())).map(toSalonKey)
      await this.printOutcomes(keys)
      assertAllCreated(keys, businesses.length)
      if (this.isStdoutClosed) throw new CliError('Standard output is closed.')
      this.log(
        `Created ${pluralize(keys.length, 'key')}. Store them now: they are not shown again.`,
      )
      return { dryRun: false, keys }
    })
  }

  /**
   * A reader that has closed stdout, as `head` does, may not have read every key: the operator has
   * to see on stderr which ones exist.
   */
  private async printOutcomes(keys: readonly SalonKey[]): Promise<void> {
    const outcomes = `\n${keyOutcomeTable(keys)}\n`
    await this.print(outcomes, () => this.json.end(1)).catch(() => {})
    if (this.isStdoutClosed) process.stderr.write(`${outcomes}${revokeHint}`)
  }

  private hooks(): CreateKeysHooks {
    const endEntry = async ({ slug, key, error }: SalonKey) => {
      if (key === null) await this.json.object({ slug, key })
      await this.json.fields({ error })
      await this.json.end()
    }
    return {
      beforeCommit: (slug, key) =>
        this.print(`${slug}  ${bold(key.key)}\n`, () => this.json.object({ slug, key })),
      // a closed stdout stops the next key, in print
      onOutcome: (outcome) => this.print('', () => endEntry(toSalonKey(outcome))).catch(() => {}),
      signal: this.stopSignal,
    }
  }
}

const revokeHint =
  'Revoke the keys that the reader of the output did not receive: silla keys revoke.\n'
