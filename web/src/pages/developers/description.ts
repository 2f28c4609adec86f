/** The service's description (OpenAPI and AsyncAPI), prepared for the page. */
import { say } from '../../text/staff';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema | boolean;
  prefixItems?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  example?: string;
  schema?: Schema;
}

interface Content {
  schema?: Schema;
  example?: unknown;
}

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}

export interface OpenApi {
  info: { version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

interface Message {
  name: string;
  summary: string;
  payload: Schema;
  examples?: { payload: unknown }[];
}

export interface AsyncApi {
  info: { description: string };
  channels: Record<string, { address: string; description: string }>;
  operations: Record<string, { summary: string; messages: { $ref: string }[] }>;
  components: { messages: Record<string, Message>; schemas: Record<string, Schema> };
}

/** The messages that a reference in the AsyncAPI document names. */
export function messagesOf(document: AsyncApi, refs: { $ref: string }[]): Message[] {
  return refs.flatMap(
    ({ $ref }) => document.components.messages[$ref.split('/').at(-1) ?? ''] ?? [],
  );
}

export interface Described {
  method: string;
  path: string;
  operation: Operation;
}

interface Group {
  name: string;
  description: string;
  operations: Described[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

export function groupsOf(document: OpenApi): Group[] {
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method: method.toUpperCase(), path, operation }] : [];
    }),
  );
  return document.tags
    .map((tag) => ({
      ...tag,
      operations: all.filter(({ operation }) => operation.tags?.[0] === tag.name),
    }))
    .filter((group) => group.operations.length);
}

/** Operations that contain every word. */
export function found(groups: Group[], query: string): Group[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter(({ method, path, operation }) => {
        const text = [group.name, method, path, operation.summary, operation.description];
        const all = text.join(' ').toLowerCase();
        return words.every((word) => all.includes(word));
      }),
    }))
    .filter((group) => group.operations.length);
}

export function bodyOf(operation: Operation): Content | undefined {
  return operation.requestBody?.content['application/json'];
}

/** The successful answer of an operation. */
export function answerOf(operation: Operation): { kind: string; content: Content } | null {
  const status = Object.keys(operation.responses).find((each) => each.startsWith('2'));
  const content = status ? operation.responses[status]?.content : undefined;
  const [first] = Object.entries(content ?? {});
  return first ? { kind: first[0], content: first[1] } : null;
}

/** The address with its parameters; empty query parameters are omitted. */
export function addressOf({ path, operation }: Described, given: Record<string, string>): string {
  let address = path;
  const query = new URLSearchParams();
  for (const { name, in: where } of operation.parameters ?? []) {
    const value = given[name] ?? '';
    if (where === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (where === 'query' && value) query.set(name, value);
  }
  const asked = query.toString();
  return asked ? `${address}?${asked}` : address;
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export function asCurl(method: string, url: string, body: string): string {
  const lines = [`curl --request ${method} ${quoted(url)}`];
  lines.push(`  --header 'authorization: Bearer TOKEN'`);
  if (body) {
    lines.push(`  --header 'content-type: application/json'`, `  --data ${quoted(body)}`);
  }
  return lines.join(' \\\n');
}

type Schemas = Record<string, Schema>;
const DEEPEST = 4;

/** A schema in short notation: names, types, and a question mark for optional fields. */
export function shape(schema: Schema | undefined, schemas: Schemas, depth = 0): string {
  if (!schema) return say('developers.anything');
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return depth < DEEPEST ? shape(schemas[name], schemas, depth + 1) : name;
  }
  const several = schema.oneOf ?? schema.anyOf;
  if (several) return either(several, schemas, depth);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.type === 'array' || schema.prefixItems || schema.items) {
    const items = typeof schema.items === 'object' ? schema.items : schema.prefixItems?.[0];
    return `[${shape(items, schemas, depth)}]`;
  }
  if (schema.properties) return fields(schema, schemas, depth);
  if (typeof schema.additionalProperties === 'object') {
    return `{ [key]: ${shape(schema.additionalProperties, schemas, depth)} }`;
  }
  const kind = Array.isArray(schema.type)
    ? schema.type.join(' | ')
    : (schema.type ?? say('developers.anything'));
  return schema.format ? `${kind} (${schema.format})` : kind;
}

function either(several: Schema[], schemas: Schemas, depth: number): string {
  if (several.length <= 6) {
    return [...new Set(several.map((each) => shape(each, schemas, depth)))].join(' | ');
  }
  const names = several.map((each) => each.$ref?.split('/').at(-1) ?? each.type);
  return say('developers.oneOf', { names: names.join(', ') });
}

function fields(schema: Schema, schemas: Schemas, depth: number): string {
  const indent = '  '.repeat(depth + 1);
  const lines = Object.entries(schema.properties ?? {}).map(([name, each]) => {
    const may = schema.required?.includes(name) ? '' : '?';
    const about = each.description ? `  // ${each.description}` : '';
    return `${indent}${name}${may}: ${shape(each, schemas, depth + 1)}${about}`;
  });
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}
