"""What SAM reads of a project without Docker, as JSON: sam_provider.py TEMPLATE ENV_FILE ARGUMENT..."""

import json
import sys

from samcli.commands.local.lib.local_lambda import LocalLambdaRunner
from samcli.commands.local.start_api.cli import cli
from samcli.lib.providers.api_provider import ApiProvider
from samcli.lib.providers.sam_function_provider import SamFunctionProvider
from samcli.lib.providers.sam_stack_provider import SamLocalStackProvider

template, env_file, *arguments = sys.argv[1:]
stacks, _ = SamLocalStackProvider.get_stacks(template)
functions = SamFunctionProvider(stacks)
with open(env_file, encoding="utf-8") as file:
    variables = json.load(file)
runner = LocalLambdaRunner(None, functions, cwd=".", real_path=".", env_vars_values=variables)
options = cli.make_context("start-api", arguments).params

json.dump(
    {
        "routes": [
            {"methods": route.methods, "path": route.path, "functionId": route.function_name}
            for route in ApiProvider(stacks).routes
        ],
        "functions": {
            function.function_id: {
                "codeUri": function.codeuri,
                "variables": runner._make_env_vars(function).resolve(),
            }
            for function in functions.get_all()
        },
        "options": {name: options[name] for name in ("template_file", "env_vars", "port", "host", "add_host")},
    },
    sys.stdout,
)
