import {
  type Checker,
  type LiteralType,
  type Symbol as Named,
  SignatureKind,
  SymbolFlags,
  type Type,
  TypeFlags,
  type TypeReference,
  type UnionType,
} from 'typescript/unstable/sync'

/** A JSON Schema with the keywords that types need. */
export interface Schema {
  $ref?: string
  description?: string
  type?: string
  format?: string
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema | false
  prefixItems?: Schema[]
  minItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

/**
 * Converts TypeScript types to JSON Schema: a Date becomes text, a field that may be undefined
 * becomes optional, and objects have no additional fields. Named types become references to
 * `definitions`.
 */
export class TypeSchemas {
  readonly definitions: Record<string, Schema> = {}
  readonly #checker: Checker
  readonly #isForValidation: boolean
  /** The type behind each name. */
  readonly #named = new Map<string, number>()

  /**
   * @param options.forValidation self-contained schemas without descriptions and references, in which
   *   an open enum (`'a' | 'b' | (string & {})`) has only its known values
   */
  constructor(checker: Checker, { forValidation = false } = {}) {
    this.#checker = checker
    this.#isForValidation = forValidation
  }

  /**
   * @param where the path, for error messages
   * @throws Error for a type that is too general, or that JSON cannot represent
   */
  of(type: Type, where: string): Schema {
    if (type.flags & TypeFlags.Null) return { type: 'null' }
    if (type.flags & TypeFlags.Boolean) return { type: 'boolean' }
    if (type.isLiteralType()) return { enum: [(type as LiteralType).value] }
    if (type.flags & (TypeFlags.String | TypeFlags.TemplateLiteral)) return { type: 'string' }
    if (type.flags & TypeFlags.Number) return { type: 'number' }
    if (type.isUnionType()) return this.#union(type, where)
    if (type.isObjectType() || type.isIntersectionType()) return this.#object(type, where)
    throw new Error(
      `${where} is ${this.#checker.typeToString(type)}: give it a type that JSON can represent`,
    )
  }

  #union(type: UnionType, where: string): Schema {
    const isOfObjects = type
      .getTypes()
      .every((member) => member.isObjectType() || member.isIntersectionType())
    const name = isOfObjects ? this.#nameOf(type) : null
    return name === null ? this.#alternatives(type, where) : this.#definition(name, type)
  }

  /** Literals become one enum, null comes last. */
  #alternatives(type: UnionType, where: string): Schema {
    const schemas = type
      .getTypes()
      .filter((member) => !(member.flags & TypeFlags.Undefined) && !this.#isOtherString(member))
      .map((member) => this.of(member, where))
    const words = schemas.flatMap((schema) => schema.enum ?? [])
    const isSwitch = words.includes(true) && words.includes(false)
    const others = isSwitch ? words.filter((word) => typeof word !== 'boolean') : words
    const parts = [
      ...schemas.filter((schema) => schema.enum === undefined && schema.type !== 'null'),
      ...(isSwitch ? [{ type: 'boolean' }] : []),
      ...(others.length > 0 ? [{ enum: this.#isForValidation ? others.toSorted() : others }] : []),
      ...schemas.filter((schema) => schema.type === 'null'),
    ]
    return parts.length === 1 ? (parts[0] as Schema) : { anyOf: parts }
  }

  #object(type: Type, where: string): Schema {
    if (this.#checker.isArrayType(type)) {
      const [items] = this.#checker.getTypeArguments(type as TypeReference)
      return { type: 'array', items: this.of(items as Type, `${where}[]`) }
    }
    if (this.#checker.isTupleType(type)) {
      const prefixItems = this.#checker
        .getTypeArguments(type as TypeReference)
        .map((item, place) => this.of(item, `${where}[${place}]`))
      return { type: 'array', prefixItems, items: false, minItems: prefixItems.length }
    }
    if (type.getSymbol()?.name === 'Date') return { type: 'string', format: 'date-time' }
    // of Stripe's library
    if (type.getAliasSymbol()?.name === 'Decimal') return { type: 'string', format: 'decimal' }
    const name = this.#nameOf(type)
    return name === null ? this.#fields(type, where) : this.#definition(name, type)
  }

  #definition({ name, symbol }: TypeName, type: Type): Schema {
    const known = this.#named.get(name)
    if (known !== undefined && known !== type.id)
      throw new Error(`two types are called ${name}: rename one`)
    if (known === undefined) {
      this.#named.set(name, type.id)
      this.definitions[name] = {}
      const schema = type.isUnionType() ? this.#alternatives(type, name) : this.#fields(type, name)
      this.definitions[name] = { ...this.#described(symbol), ...schema }
    }
    return { $ref: `#/$defs/${name}` }
  }

  #fields(type: Type, where: string): Schema {
    const fields = this.#checker.getPropertiesOfType(type)
    const [others] = this.#checker.getIndexInfosOfType(type)
    if (this.#checker.getSignaturesOfType(type, SignatureKind.Call).length > 0)
      throw new Error(`${where} is a function`)
    const properties = Object.fromEntries(
      fields.map((field) => [field.name, this.#field(field, where)]),
    )
    const required = fields.filter((field) => !this.#mayBeMissing(field)).map(({ name }) => name)
    return {
      type: 'object',
      ...(fields.length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
      additionalProperties: others === undefined ? false : this.#others(others.valueType, where),
    }
  }

  /** Index signatures: the only place where unknown is allowed. */
  #others(type: Type, where: string): Schema | true {
    return type.flags & TypeFlags.Unknown ? true : this.of(type, `${where}[…]`)
  }

  #field(field: Named, where: string): Schema {
    const type = this.#checker.getTypeOfSymbol(field) as Type
    return { ...this.#described(field), ...this.of(type, `${where}.${field.name}`) }
  }

  #mayBeMissing(field: Named): boolean {
    if (field.flags & SymbolFlags.Optional) return true
    const type = this.#checker.getTypeOfSymbol(field) as Type
    return type.isUnionType() && type.getTypes().some(({ flags }) => flags & TypeFlags.Undefined)
  }

  #nameOf(type: Type): TypeName | null {
    return this.#isForValidation ? null : nameOf(type)
  }

  #isOtherString(type: Type): boolean {
    return (
      this.#isForValidation &&
      type.isIntersectionType() &&
      type.getTypes().some(({ flags }) => flags & TypeFlags.String)
    )
  }

  #described(symbol: Named): { description?: string } {
    if (this.#isForValidation) return {}
    const description = this.#checker
      .getDocumentationCommentOfSymbol(symbol)
      .replaceAll(/\s+/g, ' ')
      .trim()
    return description === '' ? {} : { description }
  }
}

interface TypeName {
  name: string
  symbol: Named
}

/**
 * The name of a type; null for an anonymous type, or one that is derived from others
 * (Partial<...>).
 */
function nameOf(type: Type): TypeName | null {
  const symbol = type.getAliasSymbol() ?? type.getSymbol()
  if (symbol === undefined || type.getAliasTypeArguments().length > 0) return null
  const isNamed = symbol.flags & (SymbolFlags.Interface | SymbolFlags.TypeAlias)
  return isNamed ? { name: symbol.name, symbol } : null
}
