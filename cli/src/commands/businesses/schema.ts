import { outputFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class BusinessesSchema extends SillaCommand {
  static override summary = 'Print the JSON Schema of salon files'
  static override description =
    'Save it next to a salon file that begins with "# yaml-language-server: ' +
    '$schema=salon-file.schema.json", as exported files do: editors then complete keys and mark ' +
    'errors. docs/salon-file.schema.json is the same file.'
  static override examples = [
    '<%= config.bin %> businesses schema --output salon-file.schema.json',
    '<%= config.bin %> businesses schema --json',
  ]
  static override flags = {
    output: outputFlag,
  }

  async run() {
    const { flags } = await this.parse(BusinessesSchema)
    const [{ salonFileJsonSchema }, { writeTextFile }] = await Promise.all([
      import('@silla/core/provisioning/salon-file/published-schema'),
      import('../../format/write-text-file.ts'),
    ])
    const schema = salonFileJsonSchema()
    const text = JSON.stringify(schema, null, 2)
    if (flags.output === undefined) this.log(text)
    else {
      await writeTextFile(flags.output, `${text}\n`)
      this.log(`Wrote ${flags.output}.`)
    }
    return { schema }
  }
}
