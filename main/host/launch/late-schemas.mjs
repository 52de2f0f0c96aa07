// Lets the quick files and the hosts create a schema when it is first used. A command that only reads
// would create some 2,500 of them and use 250; a host would create 9,500.

/** What a schema that is yet to be made was described by; undefined on one that is made. */
const WAITS = "Symbol.for('gatehouse.waits')"
/** Whose copy it is, until it is made. */
const COPY_OF = "Symbol.for('gatehouse.copy-of')"

/**
 * In `$constructor` of the library, which every schema and check is made by. The first of each kind is made
 * at once: the methods of a kind, by which others are described, come with it. So do the names of what each
 * has of its own: one that is yet to be made has them from the prototype, and asking for one makes it.
 */
const constructed = [
  ['if (!inst._zod) {', 'if (!Object.hasOwn(inst, "_zod")) {'],
  [
    `    function _(def) {
        const inst = params?.Parent ? newError(Definition) : this;
        init(inst, def);`,
    `    let isFirst = true;
    function _(def) {
        if (params?.Parent) return made(newError(Definition), def);
        if (isFirst) {
            isFirst = false;
            const first = made(this, def);
            for (const key of Reflect.ownKeys(first))
                if (key !== "def" && key !== "type") madeFor(key);
            return first;
        }
        this[${WAITS}] = def;
        if (def.type !== undefined) {
            this.def = def;
            this.type = def.type;
        }
        return this;
    }
    function madeFor(key) {
        Object.defineProperty(_.prototype, key, {
            configurable: true,
            get() {
                const def = this[${WAITS}];
                if (def === undefined) return undefined;
                this[${WAITS}] = undefined;
                made(this, def);
                const source = this[${COPY_OF}];
                if (source !== undefined) this._zod.parent = source;
                return this[key];
            },
            set(value) {
                Object.defineProperty(this, key, { configurable: true, enumerable: true, writable: true, value });
            },
        });
    }
    function made(inst, def) {
        init(inst, def);`,
  ],
]

/** Most copies are made of one that nobody reads with: \`z.string().min(1).max(9)\` describes three. */
const cloned = [
  [
    `    const cl = new inst._zod.constr(def ?? inst._zod.def);
    if (!def || params?.parent)
        cl._zod.parent = inst;`,
    `    const waits = inst[${WAITS}] !== undefined;
    const cl = new (waits ? inst.constructor : inst._zod.constr)(def ?? (waits ? inst[${WAITS}] : inst._zod.def));
    if (!def || params?.parent) {
        if (cl[${WAITS}] === undefined) cl._zod.parent = inst;
        else cl[${COPY_OF}] = inst;
    }`,
  ],
  // A method is asked for to be called: it can lie on the prototype as it is. For each of 40 methods the
  // library writes a getter and a setter, and that again for each of 60 kinds.
  [
    '            defineBound(proto, key, desc.value);',
    '            Object.defineProperty(proto, key, { configurable: true, writable: true, value: desc.value });',
  ],
  // What all kinds of schemas have is written into one object, which each of them comes after: 45 names, and a
  // look makes some 40 kinds. What a kind has of these names by then is written over, as before.
  [
    `export function members(proto, table) {
    for (const key in table) {`,
    `let everyKind, ofEveryKind;
export function members(proto, table) {
    const isShared = proto !== everyKind && "safeParse" in table && (ofEveryKind ??= table) === table && Object.getPrototypeOf(proto) === Object.prototype;
    if (isShared && everyKind === undefined) members((everyKind = {}), table);
    if (isShared) Object.setPrototypeOf(proto, everyKind);
    for (const key in table) {
        if (isShared && !Object.hasOwn(proto, key)) continue;`,
  ],
  // Descriptions of these kinds have no getters, which would have to be copied as such.
  [
    'export function mergeDefs(...defs) {',
    `export function mergeDefs(...defs) {
    if (["string", "number", "array", "boolean"].includes(defs[0].type)) return Object.assign({}, ...defs);`,
  ],
]

/** The library writes a function for each schema of an object. It takes as long as some hundred reads. */
const compiled = [
  ['    let fastpass;', '    let fastpass;\n    let reads = 0;'],
  [
    'if (jit && fastEnabled && ctx?.async === false && ctx.jitless !== true) {',
    'if (jit && fastEnabled && ctx?.async === false && ctx.jitless !== true && ++reads > 4) {',
  ],
]

/**
 * Which of its options a union reads by follows from one field of each. The library makes all of them to find
 * out, with all their fields; this asks an option that waits for the values of that field alone.
 */
const discriminated = [
  [
    'const propShape = util.rawShape(option._zod.def);',
    `const propShape = util.rawShape(option[${WAITS}] ?? option._zod.def);`,
  ],
  [
    'const values = option._zod.propValues?.[def.discriminator];',
    'const values = valuesOf(option, def.discriminator);',
  ],
  [
    'function discriminatorMap(def) {',
    `function valuesOf(option, key) {
    const described = option[${WAITS}] ?? option._zod.def;
    const field = described.type === "object" ? util.rawShape(described)?.[key]?._zod : undefined;
    if (field?.values === undefined || field.optin !== undefined) return option._zod.propValues?.[key];
    return new Set(field.values);
}
function discriminatorMap(def) {`,
  ],
]

/** Kinds that a value which is not there never fits, whatever else they say. */
const PLAIN = ['array', 'boolean', 'enum', 'literal', 'number', 'object', 'record', 'string']

/** Of a field that is not there it is asked whether it may be missing, for which the library makes it. */
const absent = [
  [
    'function handleOptionalResult(payload, result) {',
    `function asked(schema, key) {
    return ${JSON.stringify(PLAIN)}.includes(schema[${WAITS}]?.type) ? undefined : schema._zod[key];
}
function handleOptionalResult(payload, result) {`,
  ],
  [
    'zod.def.options.some((o) => o._zod.optin === "defaulted")',
    'zod.def.options.some((o) => asked(o, "optin") === "defaulted")',
  ],
  [
    'zod.def.options.some((o) => o._zod.optin !== undefined)',
    'zod.def.options.some((o) => asked(o, "optin") !== undefined)',
  ],
  [
    'zod.def.options.some((o) => o._zod.optout === "optional")',
    'zod.def.options.some((o) => asked(o, "optout") === "optional")',
  ],
  [
    'if (def.innerType._zod.optin !== "defaulted")\n                return payload;',
    'if (asked(def.innerType, "optin") !== "defaulted")\n                return payload;',
  ],
  [
    `(zod) => zod.def.innerType._zod.optin === "defaulted" ? "defaulted" : "optional");
    inst._zod.optout = "optional";`,
    `(zod) => asked(zod.def.innerType, "optin") === "defaulted" ? "defaulted" : "optional");
    inst._zod.optout = "optional";`,
  ],
  [
    `core.$constructor("$ZodNullable", (inst, def) => {
    $ZodType.init(inst, def);
    util.defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin);
    util.defineLazyInternal(inst, "optout", (zod) => zod.def.innerType._zod.optout);`,
    `core.$constructor("$ZodNullable", (inst, def) => {
    $ZodType.init(inst, def);
    util.defineLazyInternal(inst, "optin", (zod) => asked(zod.def.innerType, "optin"));
    util.defineLazyInternal(inst, "optout", (zod) => asked(zod.def.innerType, "optout"));`,
  ],
]

/** @type {Readonly<Record<string, readonly (readonly string[])[]>>} */
const changes = {
  'core.js': constructed,
  'util.js': cloned,
  'schemas.js': [...compiled, ...discriminated, ...absent],
}

/** @type {import('vite').Plugin} */
export const lateSchemas = {
  name: 'late-schemas',
  enforce: 'pre',
  transform(code, id) {
    const name = /\/zod\/v4\/core\/([^/]+)$/.exec(id)?.[1] ?? ''
    const wanted = changes[name]
    if (wanted === undefined) return null
    return {
      code: wanted.reduce((text, [from = '', to = '']) => {
        if (text.split(from).length !== 2)
          this.error(`The library of schemas is not what ${name} was changed for: ${from}`)
        return text.replace(from, () => to)
      }, code),
      map: null,
    }
  },
}
