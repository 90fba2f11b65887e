import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { buttonClass } from '../../ui/components/button.tsx';
import { Dialog, DialogBody, DialogForm } from '../../ui/components/dialog.tsx';
import { SelectField, TextField } from '../../ui/components/field.tsx';
import { ErrorNotice } from '../../ui/components/notice.tsx';
import { Pending } from '../../ui/components/pending.tsx';
import { api } from '../../ui/lib/api/api.ts';
import { allChipsQuery, inProject } from '../../ui/lib/api/queries.ts';
import type { ChipSummary, FlowTemplate } from '../../ui/lib/api/wire.ts';
import { flowTemplatesQuery } from '../lib/queries.ts';

/** Makes a flow from a template and leads to its source. */
export function NewFlowDialog(props: { template: string | undefined; open: boolean; onClose: () => void }) {
  return (
    <Dialog
      title="New flow"
      description="A flow says which tasks run on which targets. Start with a template and change what you like."
      open={props.open}
      onClose={props.onClose}
    >
      <NewFlow {...props} />
    </Dialog>
  );
}

function NewFlow({ template, onClose }: { template: string | undefined; onClose: () => void }) {
  const templates = useQuery(flowTemplatesQuery());
  const chips = useQuery(allChipsQuery());
  if (!templates.data || !chips.data) return <Pending error={templates.error ?? chips.error} what="templates" />;
  if (chips.data.length === 0)
    return (
      <DialogBody
        actions={
          <Link to="/chips" search={{ open: 'import' }} className={buttonClass({ variant: 'primary' })}>
            Import a chip
          </Link>
        }
      >
        <p>A flow needs a chip, and this project has none yet.</p>
      </DialogBody>
    );
  return <NewFlowForm templates={templates.data} chips={chips.data} template={template} onClose={onClose} />;
}

function NewFlowForm(props: {
  templates: readonly FlowTemplate[];
  chips: readonly ChipSummary[];
  template: string | undefined;
  onClose: () => void;
}) {
  const { templates, chips } = props;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const first = templates.find((one) => one.id === props.template) ?? templates[0];
  const [templateId, setTemplateId] = useState(first?.id ?? '');
  const template = templates.find((one) => one.id === templateId);
  const [name, setName] = useState(first?.function_name ?? '');
  const create = useMutation({
    mutationFn: async (form: FormData) => {
      const { code, default_parameters, description, runner } = await api.getFlowTemplate({
        params: { template_id: templateId },
      });
      await api.saveFlow({
        // A flow of that name is not written over by making a new one.
        headers: { 'if-none-match': '*' },
        body: { name, code, default_parameters, description, runner, chip_id: String(form.get('chip_id') ?? '') },
      });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: inProject('flows') });
      await navigate({ to: '/flows/$flowName', params: { flowName: name } });
    },
  });
  return (
    <DialogForm
      action="Create flow"
      busy={create.isPending}
      onCancel={props.onClose}
      onSubmit={(form) => create.mutate(form)}
    >
      <SelectField
        label="Template"
        value={templateId}
        hint={template?.description}
        onChange={(event) => {
          const next = templates.find((one) => one.id === event.target.value);
          // A name that was typed stays; one that the last template gave goes with it.
          if (name === (template?.function_name ?? '')) setName(next?.function_name ?? '');
          setTemplateId(event.target.value);
        }}
      >
        {templates.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Name"
        maxLength={64}
        pattern="[a-zA-Z0-9_]+"
        title="Letters, digits and underscores"
        hint="Letters, digits and underscores"
        required
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField label="Chip" name="chip_id" required>
        {chips.map(({ chip_id: id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </SelectField>
      <ErrorNotice error={create.error} />
    </DialogForm>
  );
}
